declare module 'virtual:contracts' {
  type Events = import('#contracts/events.ts').Events

  /** Method and path of every endpoint. */
  export const routes: Readonly<
    Record<keyof import('#contracts/all.ts').Endpoints, import('#contracts/client.ts').Route>
  >

  /** Kind of every event of the operator's stream. */
  export const eventKinds: {
    readonly [type in keyof import('#contracts/events.ts').OperatorEvent]: Events[type]['kind']
  }
}
