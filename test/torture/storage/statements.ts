/** The statements of a migration, one by one. A trigger's body is part of its statement. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let lines: string[] = []
  for (const line of sql.split('\n')) {
    lines.push(line)
    if (!line.trimEnd().endsWith(';') || line.trimStart().startsWith('--')) continue
    const statement = lines.join('\n')
    const isTrigger = /^CREATE\s+(TEMP\s+)?TRIGGER\b/im.test(withoutComments(statement))
    // An indented END belongs to a CASE.
    if (isTrigger && !/^(END|CREATE .*\bEND);\s*$/i.test(line)) continue
    statements.push(statement)
    lines = []
  }
  if (withoutComments(lines.join('\n')).trim() !== '')
    throw new Error(`A statement without an end: ${lines.join('\n')}`)
  return statements
}

const withoutComments = (sql: string): string => sql.replaceAll(/--.*$/gm, '')
