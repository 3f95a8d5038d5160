/** Circle with the initials of an operator or an assistant. */
export function Avatar({ name }: { readonly name: string }) {
  const letters = name.match(/(?<!\S)\S/gu) ?? []
  return (
    <span class="avatar" aria-hidden="true">
      {letters.filter((_, index) => !index || index === letters.length - 1).join('')}
    </span>
  )
}
