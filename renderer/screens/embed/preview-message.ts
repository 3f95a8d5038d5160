/** What the desk has the preview page show. */
export interface Shown {
  /** Attributes of the chat, beginning with the assistant. */
  readonly attributes: Readonly<Record<string, string>>
  /** In place of what the server says. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The colours of the page around it. */
  readonly scheme: 'light' | 'dark'
  readonly isOpen: boolean
}

/** What the desk tells the preview page. */
export type ToPreview =
  | { readonly kind: 'show'; readonly shown: Shown }
  | { readonly kind: 'toggle' | 'reset' }

/** What the preview page tells the desk. */
export type FromPreview =
  | { readonly kind: 'ready' }
  | { readonly kind: 'state'; readonly isOpen: boolean }
