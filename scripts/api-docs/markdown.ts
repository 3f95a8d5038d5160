import type { Block } from '../../renderer/reference/openapi.ts'

export const link = (text: string, id: string) => `[${text}](#${id})`

/** A table; a column that is empty in every row is left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const filled = head.map((_, index) => rows.some((row) => (row[index] ?? '') !== ''))
  const line = (cells: readonly string[]) =>
    `| ${cells
      .filter((_, index) => filled[index])
      .map(cell)
      .join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export const fence = (code: string, language: string) => `\`\`\`${language}\n${code}\n\`\`\``

export const code = (text: string) => `\`${text}\``

export const json = (value: unknown) => fence(JSON.stringify(value, null, 2), 'json')

/** A piece of the general part. */
export function blockMarkdown(block: Block): string {
  if ('text' in block) return block.text
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n')
  if ('code' in block) return fence(block.code, block.language)
  return table(block.head, block.rows)
}
