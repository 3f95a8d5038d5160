/** Data needed to connect calls with a telephone system. Holds a password: never logged. */
export interface TrunkAccess {
  /** An extension, or E.164. */
  readonly number: string
  readonly username: string
  readonly password: string
  /** Host name or IP address of the telephone system. */
  readonly address: string
  readonly usesProxy: boolean
  /** Addresses that calls come in from; null if user name and password let them in. */
  readonly allowedIps: readonly string[] | null
}

/** A provider of SIP trunks. Its methods reject if it fails; the reason must not contain the password. */
export interface TrunkProvider {
  /** Lets calls of a telephone system in. Returns the provider's id. */
  openInbound(access: TrunkAccess): Promise<string>
  /** Lets calls out to a telephone system. Returns the provider's id. */
  openOutbound(access: TrunkAccess): Promise<string>
  /** Ends what has this id. Repeated, it changes nothing. */
  close(id: string): Promise<void>
}
