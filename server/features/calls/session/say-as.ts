/** Replacements that make of a written text one that can be read out, in this order. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Fences of code, and rules between parts.
  [/^\s*(?:```|~~~).*$/gm, ''],
  [/^\s*(?:[-*_]\s*){3,}$/gm, ''],
  // Marks at the beginning of a line: headings, quotations, lists, boxes to tick.
  [/^\s*(?:#{1,6}|>+)\s+/gm, ''],
  [/^\s*[-*+•–]\s+(?:\[[ x]\]\s+)?/gim, ''],
  // A picture has its description, a link its text.
  [/!?\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g, '$1'],
  // One whose beginning was said already.
  [/\]\([^\s)]*\)?/g, ''],
  [/[[\]]/g, ''],
  // Of an address the name is said: nobody remembers the rest.
  [
    /<?https?:\/\/(?:www\.)?([\p{L}\p{N}.-]*[\p{L}\p{N}])(?::\d+)?(?:[/?#](?:[^\s<>()]*[^\s<>().,;:!?])?)?\/?>?/giu,
    '$1',
  ],
  // Rows of a table.
  [/^\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?$/gm, ''],
  [/^\s*\||\|\s*$/gm, ''],
  [/\s*\|\s*/g, ', '],
  // Emphasis and code.
  [/\*+|`+|~~|__+/g, ''],
  [/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, ''],
  [/\\([\\`*_{}[\]()#+.!-])/g, '$1'],
  // Emoji, with what joins and colours them.
  [
    /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{20e3}|\u{fe0f}|\u{200d}/gu,
    '',
  ],
]

/** The words of a text without what is there for the eye: Markdown, addresses, marks of lists, emoji. */
export function sayAs(text: string): string {
  const plain = RULES.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text)
  return plain
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])(?=\s|$)/g, '$1')
    .trim()
}
