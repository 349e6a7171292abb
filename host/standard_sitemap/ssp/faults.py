"""The catalogue of the faults in a Standard-Sitemap, or in a page that names one.

A code is permanent: it is appended, never renamed or reused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from standard_sitemap.model import faults
from standard_sitemap.model.faults import Rule, error, info, warning

_DOCUMENTS: dict[str, Rule] = {
    "not-well-formed": error(
        "Parsing sitemaps",
        "This is not well-formed XML: {reason}.",
        "Nothing of the file can be used until that is mended; look at this line and the one before it.",
    ),
    "empty-document": error(
        "Parsing sitemaps",
        "The file is empty.",
        'Write <sitemap xmlns="http://standard-sitemap.org/2007/ns"> with what is to be shown; or name another file.',
    ),
    "page-for-sitemap": error(
        "Parsing sitemaps",
        "Here stands a web page, not a sitemap, so nothing of it can be used.",
        "Correct the address, or let the server answer 404 where there is nothing.",
    ),
    "cut-off": error(
        "Parsing sitemaps",
        "The file ends in the middle, so nothing of it can be used.",
        "See whether the program that writes the file, or its transfer, was broken off; else close all elements.",
    ),
    "content-after-end": error(
        "Parsing sitemaps",
        "Something stands here, after the end of the first element, so nothing of the file can be used.",
        "Remove it.",
    ),
    "bare-ampersand": error(
        "Parsing sitemaps",
        "A “&” stands here without being escaped, so nothing of the file can be used.",
        "Write &amp; for each “&” in a name or an address.",
    ),
    "html-entity": error(
        "Parsing sitemaps",
        "“&{name};” is a name for “{character}” in HTML only, so nothing of the file can be used.",
        "Write “{character}” itself, or &#{number};.",
    ),
    "unknown-encoding": error(
        "D3",
        "The file is said to be in the character encoding “{encoding}”, which is not known.",
        'Save the file as UTF-8, begin it with <?xml version="1.0" encoding="UTF-8"?>, and let the server say so too.',
    ),
    "undecodable": error(
        "D3",
        "The file holds bytes that are not {encoding}, so nothing of it can be read.",
        "Save the file in the encoding that its first line and its server name; UTF-8 is best.",
    ),
    "unresolved-reference": error(
        "D31",
        "“&{name};” is not declared in this file, and other files are never fetched, so it stands as it is written.",
        "Write the text itself, or a character reference such as &#233; for “é”.",
    ),
    "entities-too-large": error(
        "D31",
        "The entities of the DOCTYPE make up far more text than the file has, so nothing of it is used.",
        "Remove their declarations, and write the text itself.",
    ),
    "wrong-type": error(
        "D3",
        "The server labels this file “{type}”, which is not XML, so nothing of it is used.",
        "Have the server send Content-Type: application/xml for it.",
    ),
    "unavailable": error(
        "D10",
        "The file could not be fetched: {reason}.",
        "Until it can be, everything in it is missing; put it there, or take out the <external> elements that name it.",
    ),
    "missing-namespace": error(
        "D1",
        "The first element, <{name}>, is in no namespace, so the file is not taken for a sitemap.",
        'Write <sitemap xmlns="http://standard-sitemap.org/2007/ns">.',
    ),
    "wrong-namespace": error(
        "D1",
        "The first element, <{name}>, is in the namespace “{namespace}”, so the file is not taken for a sitemap.",
        'Write <sitemap xmlns="http://standard-sitemap.org/2007/ns">, letter for letter.',
    ),
    "not-a-sitemap": error(
        "D1",
        "The file begins with <{name}>, so it is not a sitemap that a page could name.",
        'Begin it with <sitemap xmlns="http://standard-sitemap.org/2007/ns">, or name another file.',
    ),
    "too-many-elements": error(
        "D10",
        "The file has more than {limit} elements; those beyond are left out.",
        'Divide it into several files that refer to one another with <external url="other.xml#id"/>.',
    ),
    "too-deep": error(
        "D10",
        "Elements stand in one another more than {limit} levels deep; those further down are left out.",
        "Readers do not find pages that deep: give the site fewer levels.",
    ),
    "attribute-too-long": error(
        "D10",
        "The attribute {name} has more than {limit} characters; it is left out.",
        "Shorten it.",
    ),
    "too-many-documents": error(
        "D10",
        "The sitemap consists of more than {limit} files; those beyond are left out.",
        "Join some of the files.",
    ),
}

_ELEMENTS: dict[str, Rule] = {
    "unknown-element": warning(
        "Elements",
        "There is no element <{name}> in a sitemap; it is ignored, with all that is in it.",
        "Check its spelling: sitemap, item, group, variant, external and class-change are the elements there are.",
    ),
    "misplaced-element": warning(
        "Elements",
        "<{name}> has no meaning inside <{parent}> and is ignored there.",
        "Move it: <item>, <group> and <external> go into <sitemap>, <item> or <group>; <variant> into <item>, <group> "
        "or <variant>; <class-change> directly into the <sitemap> of the file that pages name.",
    ),
    "unknown-attribute": warning(
        "Attributes",
        "<{element}> has no attribute “{name}”; it is ignored.",
        "Check its spelling (lower case counts), or move it to the element that has it.",
    ),
    "empty-name": warning(
        "Attribute name",
        "The name of this <{element}> is empty; readers are shown none.",
        "Write the name of the page or group. A <group> that needs none has no attribute name.",
    ),
    "empty-url": warning(
        "Attribute url",
        "The url is empty, so it leads to {target}: this file, or xml:base.",
        "Write the address of the page. Entries that have no page of their own go into a <group>.",
    ),
    "duplicate-id": warning(
        "D4",
        "The xml:id “{id}” stands already on line {first}; only that element can be referred to by it.",
        "Give one of the two another id. Capital and small letters make no difference in ids.",
    ),
    "bad-id": warning(
        "Element ID",
        "“{id}” is not a valid xml:id.",
        "Use letters, digits, “_”, “-” and “.” only, and at least one of them.",
    ),
    "bad-tree": warning(
        "D8",
        'There is no tree="{value}"; it counts as tree="auto".',
        "Write include, exclude, auto or user, in small letters.",
    ),
    "bad-relation": warning(
        "D8",
        'There is no relation="{value}"; it counts as relation="none".',
        "Write none or sequence, in small letters.",
    ),
    "bad-order": warning(
        "D8",
        'There is no order="{value}"; it counts as order="none".',
        "Write none, lexical, base10, base16 or version, in small letters.",
    ),
    "bad-priority": warning(
        "D8",
        'priority="{value}" is not a number from 0.0 to 1.0; it counts as {used}.',
        'Write such a number with a decimal point, as in priority="0.8"; what has no priority counts as 0.5.',
    ),
    "bad-method": warning(
        "D15", 'A search cannot be sent with method="{value}"; it counts as method="get".', "Write get or post."
    ),
    "bad-refer": warning(
        "Attribute refer",
        "“{value}” says nothing in refer and is passed over.",
        "Write one or several of user, root, map, page, parent and none, with spaces between, the best first.",
    ),
    "bad-url": error(
        "Attribute url",
        "“{value}” cannot be made into an address, so it is ignored.",
        "Correct it: a path such as “about.html”, or a whole address such as “https://www.example.org/about.html”.",
    ),
    "bad-scheme": error(
        "D40",
        "“{value}” is no address that a reader can be led to, so what has it is shown without a link.",
        "Write an address that begins with http, https, mailto or tel.",
    ),
    "bad-lang": warning(
        "Language code",
        "lang=“{value}” names no language.",
        "Write a language, with its country where that matters, such as en or de-AT.",
    ),
    "bad-type": warning(
        "Content type",
        "type=“{value}” is no media type.",
        "Write one such as text/html or application/pdf.",
    ),
    "bad-charset": warning(
        "Character encoding",
        "charset=“{value}” is no character encoding that is known.",
        "Write a registered name such as UTF-8.",
    ),
    "url-on-group": warning(
        "D14",
        "A <group> leads nowhere, so the url of it, or of its variants, is ignored.",
        "Make it an <item> if readers should be able to visit it; else drop the url.",
    ),
    "unknown-role": info(
        "Roles",
        "“{value}” is a role of your own: home, contentinfo, contact, search, searchpage and tree are those there are.",
        "Check its spelling. If you mean it: it is listed under its name, and keeps the element in the tree.",
    ),
    "nameless-item": warning(
        "Variants",
        "This item has no name, at least in one of its variants; it and all below it are left out.",
        'Add name="…" to the <item>, or to each <variant>.',
    ),
    "locationless-item": warning(
        "D10",
        "“{name}” is left out: it, or one of its variants, has no url, and nothing below it is shown.",
        'Add url="…" to the <item> or to each <variant>, or put items with a url below it.',
    ),
    "search-without-template": warning(
        "D11",
        "“{name}” cannot fill the search box: it, or one of its variants, has no data.",
        'Add the query that your search page understands, with %s for the words sought, such as data="q=%s".',
    ),
    "search-without-location": warning(
        "Site-limited search",
        "“{name}” cannot fill the search box: it, or one of its variants, has no url.",
        'Add the address of the page with the results, such as url="/search".',
    ),
    "search-not-a-form": warning(
        "D33",
        "“{value}”, the data of “{name}”, is nothing that a form can send, so browsers send other bytes.",
        "Write names with values, and & between them, in UTF-8, line breaks as %0D%0A, such as q=%s&lang=en.",
    ),
    "home-excluded": info(
        "D9",
        "“{name}” serves as home page because it is the first <item>, yet it is left out of the tree.",
        'Write role="home tree" on the item that is your home page.',
    ),
    "order-broken": warning(
        "Attribute order",
        "What is below is said to be in {order} order, but “{name}” comes after “{before}”.",
        "Sort it, or drop order.",
    ),
    "order-with-unnamed-group": warning(
        "Attribute order",
        "The children are said to be in {order} order, but a <group> without a name is one of them: it has no place in "
        "an order of names.",
        "Give the <group> a name, or drop order.",
    ),
    "order-on-sitemap": warning(
        "Attribute order",
        "order on <sitemap> is only about the entries of the first level; it is not inherited.",
        "Write order on the <item> or <group> whose children are sorted, or drop it.",
    ),
    "loop": info(
        "Sitemaps with loops",
        "“{name}” comes up again below itself.",
        "That is allowed; the second time it is shown without what is below it.",
    ),
    "tree-too-large": warning(
        "Sitemaps with loops",
        "With what stands in several places the tree has more than {limit} nodes; it is printed {depth} levels deep.",
        "Use --depth to choose how deep.",
    ),
}

_REFERENCES: dict[str, Rule] = {
    "external-without-url": error(
        "Element <external>",
        "This <external> does not say what belongs here: it has no url.",
        'Add one, such as url="#id" for an element of this file, or url="other.xml#id".',
    ),
    "external-without-id": error(
        "D5",
        "“{url}” names a file, but no element in it, so nothing stands here.",
        "Add “#” and the xml:id of an <item> or <group> of that file.",
    ),
    "dangling-reference": error(
        "D5",
        "There is no element with xml:id “{id}” in {target}, so nothing stands here.",
        "Correct the id, give it to the <item> or <group> that is meant, or take out the <external>.",
    ),
    "reference-to-other-element": error(
        "D5",
        "xml:id “{id}” in {target} belongs to a <{name}>, so nothing stands here.",
        "Give the id to an <item> or <group>; nothing else can be referred to.",
    ),
    "reference-beside-base": error(
        "D5",
        "“{url}” is not an element of this file: xml:base makes it one of {target}, where no <item> or <group> has "
        "this id.",
        "Write the address of this file before “#”, or move xml:base to the elements whose addresses need it.",
    ),
    "reference-to-missing-file": warning(
        "D5",
        "{target} could not be fetched or read, so nothing stands here.",
        "Correct the address, or mend that file; its own fault says what is wrong with it.",
    ),
}

_CLASS_CHANGES: dict[str, Rule] = {
    "class-change-without-elem": error(
        "D16",
        "This <{name}> does not say which element of your pages to change: it has no elem.",
        'For <body> add elem="/html:html/html:body" xmlns:html="http://www.w3.org/1999/xhtml".',
    ),
    "class-change-without-prefix": error(
        "D16",
        "This <{name}> does not say how the classes begin that it sets: it has no prefix.",
        'Add prefix="sitemap" for classes such as sitemap-over-29.',
    ),
    "bad-class-prefix": error(
        "D16",
        "No class can begin with prefix=“{value}”, so this change is skipped.",
        "Write one word without white space, such as sitemap.",
    ),
    "undeclared-prefix": error(
        "D16",
        "The namespace prefix “{prefix}” is not declared here, so this change is skipped.",
        'Add xmlns:{prefix}="…" to this element; that of web pages is http://www.w3.org/1999/xhtml.',
    ),
    "bad-xpath": error(
        "D16",
        "“{value}” is not an XPath expression, so this change is skipped.",
        "Correct elem; /html:html/html:body is the <body> of a page.",
    ),
    "unknown-xpath-name": error(
        "Attribute elem",
        "“{name}” is nothing that XPath has in a browser, so this change comes to nothing.",
        "Write elem with the functions of XPath 1.0 and without variables.",
    ),
    "bad-attr": error(
        "D16",
        "“{value}” is not the name of an attribute, so this change is skipped.",
        "Correct attr, or drop it: it is class by default.",
    ),
    "class-change-refused": warning(
        "D46",
        "Browsers may act on the attribute “{attr}”, so this change is skipped.",
        "Drop attr, which is class by default, or name an attribute of your own, such as mood.",
    ),
    "class-change-too-costly": warning(
        "D46",
        "“{elem}” takes too long in a page of {elements} elements, so browsers skip this change there.",
        "Write a path from the root, such as /html:html/html:body, without a path or “/” in its conditions.",
    ),
}

_CUT: dict[str, Rule] = {
    "too-many-class-changes": warning(
        "D43",
        "There are more class changes than {limit}, or than {characters} characters hold; the rest are not followed.",
        "One for <body> mostly does; style sheets do the rest.",
    ),
    "too-many-variants": warning(
        "D43",
        "A node has more than {limit} variants; those beyond are left out.",
        "Make nodes of what differs by more than language or form.",
    ),
    "too-many-roles": warning(
        "D43",
        "The items have more than {limit} roles; those beyond are not shown.",
        "Use the roles that the format names.",
    ),
    "too-many-role-nodes": warning(
        "D43",
        "The role “{role}” is that of {count} items; no more than {limit} of them are shown.",
        "Give it to the few that readers look for.",
    ),
    "too-many-languages": warning(
        "D43",
        "There are more than {limit} languages, or tags longer than {length} characters; those are not offered.",
        "Write language tags as BCP 47 has them.",
    ),
    "variants-too-long": warning(
        "D43",
        "The variants of {count} nodes, with names and addresses, are longer than {limit} bytes; of those of one node "
        "as many are listed as fit.",
        "Make nodes of what differs by more than language or form, and shorten addresses.",
    ),
    "role-nodes-too-long": warning(
        "D43",
        "Of the {count} links of roles only the first are offered: with all variants they are longer than {limit} "
        "bytes, or take too long to look at.",
        "Give roles to the few items that readers look for.",
    ),
    "bases-too-long": warning(
        "D43",
        "The bases of a file, resolved, are more than {limit} times as long as the file; those beyond are left out.",
        "Set xml:base where many addresses begin alike, once.",
    ),
    "location-too-long": warning(
        "D43",
        "An address here has {length} characters; of more than {limit} none becomes a link.",
        "Shorten it: browsers and servers refuse such addresses.",
    ),
    "too-many-faults": info(
        "D43",
        "“{code}” was found {count} times; the first {limit} are listed.",
        "Mend what wrote them, and check again.",
    ),
}

_OBSOLETE: dict[str, Rule] = {
    "obsolete-change": warning(
        "D21", "<change> is an old name that still works but should not be used.", "Write <class-change>."
    ),
    "obsolete-xlink": warning(
        "D22",
        "xlink:href is an old way to give an address that still works but should not be used.",
        'Write url="…" instead of xlink:href="…".',
    ),
    "obsolete-baseurl": warning(
        "D23",
        "baseurl is an old name that still works but should not be used.",
        'Write xml:base="…" instead of baseurl="…".',
    ),
    "obsolete-meta-schema": warning(
        "D24",
        'The page declares its prefix with <meta name="{name}">, which still works but should not be used.',
        'Write <link rel="{name}" href="http://standard-sitemap.org/2007/ns">.',
    ),
    "obsolete-x-header": warning(
        "D25",
        "The page comes with the header X-Standard-Sitemap-Location, which still works but should not be used.",
        'Send Opt: "http://standard-sitemap.org/2007/ns"; ns=42 and 42-Location: with the address, or use links.',
    ),
    "obsolete-legacy-link": warning(
        "D25",
        'The page names its sitemap with <link rel="standard-sitemap">, which still works but should not be used.',
        'Write <link rel="schema.ssp" href="http://standard-sitemap.org/2007/ns"> '
        'and <link rel="ssp.location" href="…">.',
    ),
    "obsolete-element": info("D26", "<{name}> is an old element that has no effect.", "Drop it."),
    "obsolete-target": info("D26", "target is an old attribute that has no effect.", "Drop it."),
}

CATALOGUE: Mapping[str, Rule] = _DOCUMENTS | _ELEMENTS | _REFERENCES | _CLASS_CHANGES | _CUT | _OBSOLETE


@dataclass(frozen=True, slots=True)
class Fault(faults.Fault):
    """One violation of the format at one place; `line` counts from 1, and is 0 for a fault of the whole document."""

    catalogue: ClassVar[Mapping[str, Rule]] = CATALOGUE
