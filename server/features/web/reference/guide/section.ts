/** A block of the guide; texts use a Markdown subset: `code`, **bold** and links. */
export type Block =
  | { readonly text: string }
  | { readonly list: readonly string[] }
  | { readonly code: string; readonly language: string }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** A chapter on rules that apply to many endpoints. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}
