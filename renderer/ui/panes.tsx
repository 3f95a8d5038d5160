import './panes.css'
import type { ComponentChildren } from 'preact'

interface PanesProps<name extends string> {
  /** Which pane there is room for on a phone. */
  readonly view: name
  /** False for a part of a page; else the panes are the page. */
  readonly isPage?: boolean
  readonly class?: string
  readonly children: ComponentChildren
}

/** Two or three panes beside one another; in little room one at a time, in a little more the side lies over the others. */
export function Panes<name extends string>(props: PanesProps<name>) {
  const { view, isPage = true, class: own = '', children } = props
  const panes = (
    <div class={`panes ${own}`} data-view={view}>
      {children}
    </div>
  )
  if (!isPage) return panes
  return (
    <main class="panes-page" id="main" tabIndex={-1}>
      {panes}
    </main>
  )
}

interface PaneProps {
  /** `list` chooses, `main` shows, `side` tells more. */
  readonly name: 'list' | 'main' | 'side'
  readonly label: string
  readonly head?: ComponentChildren
  readonly foot?: ComponentChildren
  readonly class?: string
  /** Its content scrolls by itself, such as a VirtualList. */
  readonly isOwnScroller?: boolean
  readonly children: ComponentChildren
}

/** One of the panes: a head and a foot that stay, and what scrolls between them. */
export function Pane(props: PaneProps) {
  const { name, label, head, foot, class: own = '', isOwnScroller = false, children } = props
  return (
    <section class={`pane is-${name} ${own}`} aria-label={label}>
      {head && <header class="pane-head">{head}</header>}
      <div class={isOwnScroller ? 'pane-body' : 'pane-body is-scrolling'}>{children}</div>
      {foot && <footer class="pane-foot">{foot}</footer>}
    </section>
  )
}
