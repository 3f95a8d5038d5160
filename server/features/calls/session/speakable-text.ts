/** Replacements that turn written text into speakable text, in order. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Code fences and horizontal rules.
  [/^\s*(?:```|~~~).*$/gm, ''],
  [/^\s*(?:[-*_]\s*){3,}$/gm, ''],
  // Line prefixes: headings, quotes, lists, checkboxes.
  [/^\s*(?:#{1,6}|>+)\s+/gm, ''],
  [/^\s*[-*+•–]\s+(?:\[[ x]\]\s+)?/gim, ''],
  // Images become their description, links their text.
  [/!?\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g, '$1'],
  // A link whose beginning was already said.
  [/\]\([^\s)]*\)?/g, ''],
  [/[[\]]/g, ''],
  // Of a URL only the host is said: nobody remembers the rest.
  [
    /<?https?:\/\/(?:www\.)?([\p{L}\p{N}.-]*[\p{L}\p{N}])(?::\d+)?(?:[/?#](?:[^\s<>()]*[^\s<>().,;:!?])?)?\/?>?/giu,
    '$1',
  ],
  // Table rows.
  [/^\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?$/gm, ''],
  [/^\s*\||\|\s*$/gm, ''],
  [/\s*\|\s*/g, ', '],
  // Emphasis and inline code.
  [/\*+|`+|~~|__+/g, ''],
  [/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, ''],
  [/\\([\\`*_{}[\]()#+.!-])/g, '$1'],
  // Emoji with joiners and modifiers.
  [
    /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{20e3}|\u{fe0f}|\u{200d}/gu,
    '',
  ],
]

/** Strips visual formatting from a text: Markdown, URLs, list markers, emoji. */
export function speakableText(text: string): string {
  const plain = RULES.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text)
  return plain
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])(?=\s|$)/g, '$1')
    .trim()
}
