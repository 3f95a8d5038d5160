declare module 'virtual:contracts' {
  /** Method and path of every endpoint: all that a browser has of the contracts besides their types. */
  export const routes: Readonly<
    Record<keyof import('#contracts/all.ts').Endpoints, import('#contracts/client.ts').Route>
  >
}
