/** State that the desk sends to the preview page. */
export interface Shown {
  /** Attributes of the chat, starting with the assistant. */
  readonly attributes: Readonly<Record<string, string>>
  /** Replace the settings from the server. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Colour scheme of the surrounding page. */
  readonly scheme: 'light' | 'dark'
  readonly isOpen: boolean
}

/** Message from the desk to the preview page. */
export type ToPreview =
  | { readonly kind: 'show'; readonly shown: Shown }
  | { readonly kind: 'open'; readonly isOpen: boolean }
  | { readonly kind: 'reset' }

/** Message from the preview page to the desk. */
export type FromPreview =
  | { readonly kind: 'ready' }
  | { readonly kind: 'state'; readonly isOpen: boolean }
