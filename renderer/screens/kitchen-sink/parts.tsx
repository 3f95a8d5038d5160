import type { ComponentType } from 'preact'
import type { Desk } from '../../app/desk.ts'
import { Buttons } from './buttons.tsx'
import { Choosing } from './choosing.tsx'
import { Colors } from './colors.tsx'
import { Data } from './data.tsx'
import { Fields } from './fields.tsx'
import { Forms } from './forms.tsx'
import { Icons } from './icons.tsx'
import { Labels } from './labels.tsx'
import { Layout } from './layout.tsx'
import { LongList } from './long-list.tsx'
import { Numbers } from './numbers.tsx'
import { Overlays } from './overlays.tsx'
import { Pickers } from './pickers.tsx'
import { Rows } from './rows.tsx'
import { States } from './states.tsx'
import { Typography } from './typography.tsx'

interface PartOf {
  readonly id: string
  readonly title: string
  readonly Part: ComponentType<{ readonly desk: Desk }>
}

/** The sections of the page, each with an anchor. */
export const PARTS: readonly PartOf[] = [
  { id: 'colors', title: 'Colours', Part: Colors },
  { id: 'typography', title: 'Type', Part: Typography },
  { id: 'icons', title: 'Icons', Part: Icons },
  { id: 'buttons', title: 'Buttons', Part: Buttons },
  { id: 'fields', title: 'Fields', Part: Fields },
  { id: 'choosing', title: 'Choosing one of a few', Part: Choosing },
  { id: 'pickers', title: 'Pickers', Part: Pickers },
  { id: 'forms', title: 'Forms', Part: Forms },
  { id: 'labels', title: 'Badges, labels, people, times', Part: Labels },
  { id: 'numbers', title: 'Numbers and progress', Part: Numbers },
  { id: 'data', title: 'Tables', Part: Data },
  { id: 'long-list', title: 'Long lists', Part: LongList },
  { id: 'states', title: 'Empty, loading, error, notices', Part: States },
  { id: 'overlays', title: 'In front of the page', Part: Overlays },
  { id: 'layout', title: 'Panes and code', Part: Layout },
  { id: 'rows', title: 'Rows', Part: Rows },
]
