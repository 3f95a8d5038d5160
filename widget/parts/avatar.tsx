import type { ComponentChildren } from 'preact'

interface AvatarProps {
  readonly name: string
  /** The picture. */
  readonly children?: ComponentChildren
}

/** Circle with the initials of an operator or an assistant, below their picture. */
export function Avatar({ name, children }: AvatarProps) {
  const letters = name.match(/(?<!\S)\S/gu) ?? []
  return (
    <span class="avatar" aria-hidden="true">
      {letters.filter((_, index) => !index || index === letters.length - 1).join('')}
      {children}
    </span>
  )
}
