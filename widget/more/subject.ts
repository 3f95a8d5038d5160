/** The `sub` claim of a JWT, unverified; the server verifies it. */
export function subjectOf(token: string): string | undefined {
  try {
    const [, payload = ''] = `${token}`.split('.')
    return `${JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).sub}`
  } catch {
    return undefined
  }
}
