/** Focuses the first invalid field of a form after the next render. */
export function focusMistake(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
