import type { Icon } from '../../ui/icon.tsx'
import * as shared from '../../ui/icons.tsx'
import * as work from '../../ui/icons-work.tsx'

const all: [string, Icon][] = [...Object.entries(shared), ...Object.entries(work)]

/** All icons. */
export function Icons() {
  return (
    <ul class="icon-sheet">
      {all.map(([name, Shape]) => (
        <li key={name} title={name}>
          <Shape size={20} />
          <span>{name.replace('Icon', '')}</span>
        </li>
      ))}
    </ul>
  )
}
