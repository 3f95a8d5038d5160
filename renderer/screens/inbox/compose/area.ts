/** Reference to the text field that the tools of a composer work on. */
export interface Area {
  readonly current: HTMLTextAreaElement | null
}
