/** The `sub` that a JWT claims; nothing here believes it, the server checks. */
export function subjectOf(token: string): string | undefined {
  try {
    const [, payload = ''] = `${token}`.split('.')
    return `${JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).sub}`
  } catch {
    return undefined
  }
}
