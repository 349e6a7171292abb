"""Completion for PowerShell, as a class of click's, which knows shells of Unix only."""

from __future__ import annotations

import os

from click.shell_completion import CompletionItem, ShellComplete

# The line that PowerShell runs at its start: it searches no folder for completions.
PROFILE_LINE = "standard-sitemap completion powershell | Out-String | Invoke-Expression"

_SOURCE = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = $commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition }
    $words = foreach ($element in $before) {
        $isText = $element -is [System.Management.Automation.Language.StringConstantExpressionAst]
        if ($isText) { $element.Value } else { "$element" }
    }
    $env:COMP_WORDS = $words -join "`n"
    $env:COMP_CWORD = $wordToComplete
    $env:%(complete_var)s = 'powershell_complete'
    try {
        $answers = & %(prog_name)s
    } finally {
        Remove-Item -ErrorAction Ignore 'Env:COMP_WORDS', 'Env:COMP_CWORD', 'Env:%(complete_var)s'
    }
    foreach ($answer in $answers) {
        $kind, $value, $description = $answer -split "`t", 3
        if ($kind -eq 'plain') {
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
        } else {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        }
    }
}
"""


class PowerShellComplete(ShellComplete):
    """The script for PowerShell, and the answers to it: one line each, with kind, value and description."""

    name = "powershell"
    source_template = _SOURCE

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the incomplete one, and that; PowerShell has no variables that are empty."""
        return os.environ.get("COMP_WORDS", "").split("\n")[1:], os.environ.get("COMP_CWORD", "")

    def format_completion(self, item: CompletionItem) -> str:
        """Return one answer; PowerShell refuses an empty description."""
        return f"{item.type}\t{item.value}\t{' '.join((item.help or item.value or '-').split())}"
