/** A line drawing, hidden from assistive technology; its meaning is in a label next to it. */
export function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
