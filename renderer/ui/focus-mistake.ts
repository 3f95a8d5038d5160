/** Once the mistakes in a form are drawn, the first of them takes the focus. */
export function focusMistake(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
