/** Two letters in a circle, for a person or an assistant. */
export function Avatar({ name }: { readonly name: string }) {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (
    <span class="avatar" aria-hidden="true">
      {letters.map((word) => [...(word ?? '')][0]).join('')}
    </span>
  )
}
