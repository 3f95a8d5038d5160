/** Parley's logo: two people's words in one bubble. */
export function Brand({ size = 28 }: { readonly size?: number }) {
  return (
    <svg class="brand" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        class="brand-shape"
        d="M9 3h14a6 6 0 0 1 6 6v9a6 6 0 0 1-6 6h-6.2l-6.3 4.9c-.7.5-1.5.1-1.5-.7V24a6 6 0 0 1-6-6V9a6 6 0 0 1 6-6Z"
      />
      <path class="brand-words" d="M10 11.5h12M10 16.5h7" />
    </svg>
  )
}
