/** Text of an announcement without the markup of an answer, which a screen reader would spell out. */
export function spoken(text: string): string {
  return text
    .replace(/^ {0,3}(```|~~~).*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/[*`#|~]+/g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
