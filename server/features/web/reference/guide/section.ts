/** A piece of the guide; texts are the little Markdown of `code`, **bold** and links. */
export type Block =
  | { readonly text: string }
  | { readonly list: readonly string[] }
  | { readonly code: string; readonly language: string }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** What holds for many endpoints, said once. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}
