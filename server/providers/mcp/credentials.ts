/** Authentication of requests to one server. */
export interface Credentials {
  /** Sent as `Authorization: Bearer`; null for none. */
  token(): Promise<string | null>
  /** Another token after the server refused this one; undefined if there is none. */
  renew(refused: string | null): Promise<string | undefined>
  /** Called if the server refuses the renewed token, too. */
  giveUp(refused: string | null): Promise<void>
}

/** A token that an operator entered, which is never renewed. */
export const fixedToken = (token: string | null): Credentials => ({
  token: async () => token,
  renew: async () => undefined,
  giveUp: async () => undefined,
})
