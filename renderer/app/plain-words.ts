/** Marks of Markdown that stand before a line: headings, quotes, lists, fences. */
const LINE_MARKS =
  /^\s*(#{1,6}\s+|>\s?|[-*+]\s+|`{3,}.*$|~{3,}.*$|\|?(\s*:?-+:?\s*\|)+\s*:?-*:?\s*$)/gm

/** An answer's Markdown as words on one line, for previews: what is marked up stays, its marks go. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(LINE_MARKS, '')
    .replace(/!?\[([^\]\n]+)\]\([^)\n]*\)?/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?!\w)/g, '$2')
    .replace(/(\*\*|__|~~|`)(?=\S[^*_~`]*$)/, '')
    .replace(/^\s*\||\|\s*$/gm, '')
    .replace(/\s*\|\s*/g, ' · ')
    .replace(/\s+/g, ' ')
    .trim()
}
