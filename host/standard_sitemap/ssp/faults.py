"""The catalogue of the faults in a Standard-Sitemap, or in a page that names one.

A code is permanent: it is appended, never renamed or reused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from standard_sitemap.model import faults
from standard_sitemap.model.faults import Rule, error, info, warning

# Faults of a whole file. Most end its use, so their remedies say what to do first.
_DOCUMENTS: dict[str, Rule] = {
    "not-well-formed": error(
        "Parsing sitemaps",
        "This is not well-formed XML: {reason}.",
        "Nothing in the file can be used until this is corrected; look at this line and the one before it.",
    ),
    "empty-document": error(
        "Parsing sitemaps",
        "The file is empty.",
        'Write <sitemap xmlns="http://standard-sitemap.org/2007/ns"> with the entries to be shown, or name another '
        "file.",
    ),
    "page-for-sitemap": error(
        "Parsing sitemaps",
        "This is a web page, not a sitemap, so nothing in it can be used.",
        "Correct the address, or have the server answer 404 where nothing exists.",
    ),
    "compressed-file": error(
        "Parsing sitemaps",
        "The file is compressed with gzip, and no server says so, so nothing in it can be used.",
        "Publish it uncompressed, or have the server send Content-Encoding: gzip with it.",
    ),
    "cut-off": error(
        "Parsing sitemaps",
        "The file ends in the middle, so nothing in it can be used.",
        "Check whether writing or transferring the file was interrupted; otherwise close all elements.",
    ),
    "content-after-end": error(
        "Parsing sitemaps",
        "There is content here after the end of the first element, so nothing in the file can be used.",
        "Remove it.",
    ),
    "bare-ampersand": error(
        "Parsing sitemaps",
        "There is an unescaped “&” here, so nothing in the file can be used.",
        "Write &amp; for each “&” in a name or an address.",
    ),
    "html-entity": error(
        "Parsing sitemaps",
        "“&{name};” means “{character}” in HTML only, so nothing in the file can be used.",
        "Write “{character}” itself, or &#{number};.",
    ),
    "unknown-encoding": error(
        "D3",
        "The file is declared to be in the character encoding “{encoding}”, which is unknown.",
        'Save the file as UTF-8, begin it with <?xml version="1.0" encoding="UTF-8"?>, and have the server declare the '
        "same.",
    ),
    "undecodable": error(
        "D3",
        "The file contains bytes that are not valid {encoding}, so nothing in it can be read.",
        "Save the file in the encoding that its first line and its server declare, preferably UTF-8.",
    ),
    "unresolved-reference": error(
        "D31",
        "“&{name};” is not declared in this file, and other files are never fetched, so it is shown as written.",
        "Write the text itself, or a character reference such as &#233; for “é”.",
    ),
    "entities-too-large": error(
        "D31",
        "The entities of the DOCTYPE expand to far more text than the file has, so nothing in it is used.",
        "Remove their declarations, and write the text itself.",
    ),
    "wrong-type": error(
        "D3",
        "The server labels this file “{type}”, which is not XML, so nothing in it is used.",
        "Have the server send Content-Type: application/xml for it.",
    ),
    "unavailable": error(
        "D10",
        "The file could not be fetched: {reason}.",
        "Everything in it is missing. Upload it, or remove the <external> elements that name it.",
    ),
    "missing-namespace": error(
        "D1",
        "The first element, <{name}>, is in no namespace, so the file is not treated as a sitemap.",
        'Write <sitemap xmlns="http://standard-sitemap.org/2007/ns">.',
    ),
    "wrong-namespace": error(
        "D1",
        "The first element, <{name}>, is in the namespace “{namespace}”, so the file is not treated as a sitemap.",
        'Write <sitemap xmlns="http://standard-sitemap.org/2007/ns">, exactly as shown.',
    ),
    "not-a-sitemap": error(
        "D1",
        "The file begins with <{name}>, so pages cannot name it as their sitemap.",
        'Begin it with <sitemap xmlns="http://standard-sitemap.org/2007/ns">, or name another file.',
    ),
    "too-many-elements": error(
        "D10",
        "The file has more than {limit} elements; the rest are ignored.",
        'Divide it into several files that refer to one another with <external url="other.xml#id"/>.',
    ),
    "too-deep": error(
        "D10",
        "Elements are nested more than {limit} levels deep; deeper ones are ignored.",
        "Readers do not find pages that deep: give the site fewer levels.",
    ),
    "attribute-too-long": error(
        "D10",
        "The attribute {name} has more than {limit} characters, so it is ignored.",
        "Shorten it.",
    ),
    "markup-too-long": error(
        "D10",
        "A tag or reference has more than {limit} bytes, so the rest of the file is ignored.",
        "Shorten its attributes.",
    ),
    "too-many-documents": error(
        "D10",
        "The sitemap consists of more than {limit} files; the rest are ignored.",
        "Merge some of the files.",
    ),
}

# Faults of one element or attribute. Content that readers lose is an error; a value without effect is a warning.
_ELEMENTS: dict[str, Rule] = {
    "unknown-element": warning(
        "Elements",
        "<{name}> is not an element of the format; it and everything in it are ignored.",
        "Check the spelling: the elements are sitemap, item, group, variant, external and class-change.",
    ),
    "element-without-namespace": warning(
        "D70",
        "<{name}> is in no namespace, so it and everything in it are ignored.",
        "Write it in the namespace http://standard-sitemap.org/2007/ns, as the elements around it.",
    ),
    "foreign-element": info(
        "D70",
        "<{name}> is in the namespace “{namespace}”, which is not part of the format, so it is ignored.",
        "No action is needed if another program reads it.",
    ),
    "text-in-element": warning(
        "D70",
        "“{text}” is text in <{name}>, where the format has none, so it is ignored.",
        "Remove it, write it into an attribute such as description, or put it into a comment.",
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
        "Check the spelling, including capitals, or move it to the element it belongs to.",
    ),
    "empty-name": warning(
        "Attribute name",
        "The name of this <{element}> is empty, so readers see none.",
        "Write the name of the page or group. If a <group> needs no name, omit the attribute.",
    ),
    "empty-url": warning(
        "Attribute url",
        "The url is empty, which is no address.",
        "Write the address of the page. For an entry without a page of its own, use <group>.",
    ),
    "duplicate-id": warning(
        "D4",
        "The xml:id “{id}” is already used on line {first}; references lead to that element only.",
        "Give one of the two another id. Ids are compared without regard to case.",
    ),
    "bad-id": warning(
        "Element ID",
        "“{id}” is not a valid xml:id.",
        "Use letters, digits, “_”, “-” and “.” only, and at least one of them.",
    ),
    "bad-tree": warning(
        "D8",
        'tree="{value}" is not a defined value; it counts as tree="auto".',
        "Write include, exclude, auto or user, in small letters.",
    ),
    "bad-relation": warning(
        "D8",
        'relation="{value}" is not a defined value, so it is ignored.',
        "Write none or sequence, in small letters.",
    ),
    "bad-order": warning(
        "D8",
        'order="{value}" is not a defined value; it counts as order="none".',
        "Write none, lexical, base10, base16 or version, in small letters.",
    ),
    "bad-priority": warning(
        "D8",
        'priority="{value}" is not a number from 0.0 to 1.0; it counts as {used}.',
        'Write the number with a decimal point, as in priority="0.8". The default is 0.5.',
    ),
    "bad-method": warning(
        "D15", 'A search cannot be sent with method="{value}"; it counts as method="get".', "Write get or post."
    ),
    "bad-refer": warning(
        "Attribute refer",
        "“{value}” is not a defined value of refer, so it is ignored.",
        "Write one or more of user, root, map, page, parent and none, separated by spaces, the preferred one first.",
    ),
    "bad-url": error(
        "Attribute url",
        "“{value}” cannot be resolved to an address, so it leads nowhere.",
        "Correct it: a path such as “about.html”, or a whole address such as “https://www.example.org/about.html”.",
    ),
    "bad-scheme": error(
        "D40",
        "Browsers cannot open “{value}” from a map, so the entry is shown without a link.",
        "Write an address that begins with http, https, mailto or tel.",
    ),
    "bad-lang": warning(
        "Language code",
        "lang=“{value}” is not a language.",
        "Write a language, with a country where that matters, such as en or de-AT.",
    ),
    "bad-type": warning(
        "Content type",
        "type=“{value}” is not a media type.",
        "Write one such as text/html or application/pdf.",
    ),
    "bad-charset": warning(
        "Character encoding",
        "charset=“{value}” is not a known character encoding.",
        "Write a registered name such as UTF-8.",
    ),
    "url-on-group": warning(
        "D14",
        "A <group> has no page, so its url and the urls of its variants are ignored.",
        "Make it an <item> if readers should be able to visit it; otherwise remove the url.",
    ),
    "unknown-role": info(
        "Roles",
        "“{value}” is not one of the defined roles: home, contentinfo, contact, search, searchpage and tree.",
        "Check the spelling. If it is intended, it is listed under this name and keeps the element in the tree.",
    ),
    "nameless-item": warning(
        "Variants",
        "This item, or one of its variants, has no name, so the item and everything below it are left out.",
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
        'Add the query of your search page, with %s in place of the search words, such as data="q=%s".',
    ),
    "search-without-location": warning(
        "Site-limited search",
        "“{name}” cannot fill the search box: it, or one of its variants, has no url.",
        'Add the address of the results page, such as url="/search".',
    ),
    "search-not-a-form": warning(
        "D33",
        "“{value}”, the data of “{name}”, cannot be sent by a form, so browsers send something different.",
        "Write names and values separated by &, in UTF-8, with line breaks as %0D%0A, such as q=%s&lang=en.",
    ),
    "home-excluded": info(
        "D9",
        "“{name}” is the home page because it is the first <item>, but it is left out of the tree.",
        'Write role="home tree" on the item that is your home page.',
    ),
    "order-broken": warning(
        "Attribute order",
        "The children are declared to be in {order} order, but “{name}” comes after “{before}”.",
        "Sort them, or remove order.",
    ),
    "order-with-unnamed-group": warning(
        "Attribute order",
        "The children are declared to be in {order} order, but one of them is a <group> without a name, which cannot "
        "be sorted by name.",
        "Give the <group> a name, or remove order.",
    ),
    "order-on-sitemap": warning(
        "Attribute order",
        "order on <sitemap> applies to the entries of the first level only; it is not inherited.",
        "Write order on the <item> or <group> whose children are sorted, or remove it.",
    ),
    "loop": info(
        "Sitemaps with loops",
        "“{name}” appears again below itself.",
        "This is allowed; the second occurrence is shown without its children.",
    ),
    "tree-too-large": warning(
        "Sitemaps with loops",
        "Because parts appear in several places, the tree has more than {limit} nodes; it is printed {depth} levels "
        "deep.",
        "Use --depth to choose how deep.",
    ),
}

# Faults that need two elements, often in two files.
_REFERENCES: dict[str, Rule] = {
    "external-without-url": error(
        "Element <external>",
        "This <external> does not say what belongs here: it has no url.",
        'Add one, such as url="#id" for an element of this file, or url="other.xml#id".',
    ),
    "external-without-id": error(
        "D5",
        "“{url}” names a file but no element in it, so nothing is included here.",
        "Add “#” and the xml:id of an <item> or <group> of that file.",
    ),
    "dangling-reference": error(
        "D5",
        "There is no element with xml:id “{id}” in {target}, so nothing is included here.",
        "Correct the id, give it to the intended <item> or <group>, or remove the <external>.",
    ),
    "reference-to-other-element": error(
        "D5",
        "xml:id “{id}” in {target} belongs to a <{name}>, so nothing is included here.",
        "Give the id to an <item> or <group>; only these can be referred to.",
    ),
    "reference-beside-base": error(
        "D5",
        "“{url}” is not an element of this file: xml:base makes it one of {target}, where no <item> or <group> has "
        "this id.",
        "Write the address of this file before “#”, or move xml:base to the elements whose addresses need it.",
    ),
    "reference-to-missing-file": warning(
        "D5",
        "{target} could not be fetched or read, so nothing is included here.",
        "Correct the address or the file; the fault reported for that file says what is wrong with it.",
    ),
}

# Reasons why browsers skip an instruction. Nobody sees them in a page, so authors learn them here alone.
_CLASS_CHANGES: dict[str, Rule] = {
    "class-change-without-elem": error(
        "D16",
        "This <{name}> does not say which element of your pages to change: it has no elem.",
        'For <body> add elem="/html:html/html:body" xmlns:html="http://www.w3.org/1999/xhtml".',
    ),
    "class-change-without-prefix": error(
        "D16",
        "This <{name}> has no prefix for the names of the classes that it sets.",
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
        'Add xmlns:{prefix}="…" to this element; the namespace of web pages is http://www.w3.org/1999/xhtml.',
    ),
    "bad-xpath": error(
        "D16",
        "“{value}” is not an XPath expression, so this change is skipped.",
        "Correct elem; /html:html/html:body is the <body> of a page.",
    ),
    "unknown-xpath-name": error(
        "Attribute elem",
        "“{name}” does not exist in the XPath of browsers, so this change has no effect.",
        "Use only the functions of XPath 1.0 in elem, and no variables.",
    ),
    "bad-attr": error(
        "D16",
        "“{value}” is not the name of an attribute, so this change is skipped.",
        "Correct attr, or drop it: it is class by default.",
    ),
    "class-change-without-element": error(
        "D56",
        "“{elem}” can find no element, so this change has no effect.",
        "Write the path of an element, without a function around it and without @ or text() at its end.",
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

# Parts that the limits of this program leave out. No known site reaches one of them.
_CUT: dict[str, Rule] = {
    "too-many-class-changes": warning(
        "D43",
        "There are more than {limit} class changes, or they have more than {characters} characters; the rest are "
        "ignored.",
        "One for <body> is usually enough; style sheets can do the rest.",
    ),
    "too-many-variants": warning(
        "D43",
        "A node has more than {limit} variants; the rest are ignored.",
        "Use separate nodes for pages that differ in more than language or format.",
    ),
    "too-many-roles": warning(
        "D43",
        "The items have more than {limit} roles; the rest are not shown.",
        "Use the roles that the format names.",
    ),
    "too-many-role-nodes": warning(
        "D43",
        "{count} items have the role “{role}”; only {limit} of them are shown.",
        "Give it to the few that readers look for.",
    ),
    "too-many-languages": warning(
        "D43",
        "There are more than {limit} languages, or tags longer than {length} characters; these are not offered.",
        "Write language tags as defined by BCP 47.",
    ),
    "variants-too-long": warning(
        "D43",
        "The variants of {count} nodes, with names and addresses, exceed {limit} bytes; for each node only those that "
        "fit are listed.",
        "Use separate nodes for pages that differ in more than language or format, and shorten addresses.",
    ),
    "role-nodes-too-long": warning(
        "D43",
        "Only the first of the {count} links with roles are offered: with all variants they exceed {limit} bytes or "
        "take too long to process.",
        "Give roles only to the few items that readers look for.",
    ),
    "bases-too-long": warning(
        "D43",
        "The resolved values of xml:base are more than {limit} times as long as the file; the rest are ignored.",
        "Set xml:base once, on an element whose addresses begin alike.",
    ),
    "location-too-long": warning(
        "D43",
        "An address here has {length} characters; only addresses of up to {limit} become links.",
        "Shorten it: browsers and servers refuse such addresses.",
    ),
    "too-many-faults": info(
        "D43",
        "“{code}” was found {count} times; the first {limit} are listed.",
        "Correct their common cause, and check again.",
    ),
}

# Features of the drafts of the format. They work, or are passed over, and have a successor.
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
    "opt-without-quotes": warning(
        "D63",
        "The namespace in the Opt header stands without quotation marks, which RFC 2774 requires.",
        'Send Opt: "http://standard-sitemap.org/2007/ns"; ns=42.',
    ),
    "broken-xhtml": error(
        "D65",
        "The page is XHTML and not well-formed ({reason}), so browsers do not show it and it names no sitemap.",
        "Correct the page, or serve it as text/html.",
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
    "obsolete-element": info("D26", "<{name}> is an old element that has no effect.", "Remove it."),
    "obsolete-target": info("D26", "target is an old attribute that has no effect.", "Remove it."),
}

# Behaviour: fault codes. Also: error code, severity, problem, remedy.
CATALOGUE: Mapping[str, Rule] = _DOCUMENTS | _ELEMENTS | _REFERENCES | _CLASS_CHANGES | _CUT | _OBSOLETE


@dataclass(frozen=True, slots=True)
class Fault(faults.Fault):
    """One violation of the format at one place; `line` counts from 1, and is 0 for a fault of the whole document."""

    catalogue: ClassVar[Mapping[str, Rule]] = CATALOGUE
