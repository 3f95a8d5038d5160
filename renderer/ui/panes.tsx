import './panes.css'
import type { ComponentChildren } from 'preact'

interface PanesProps<name extends string> {
  /** The visible pane on phones. */
  readonly view: name
  /** False if the panes are only part of a page. */
  readonly isPage?: boolean
  readonly class?: string
  readonly children: ComponentChildren
}

/** Two or three panes side by side; one at a time on narrow screens, with the side overlaid on medium ones. */
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
  /** `list` to choose from, `main` for content, `side` for details. */
  readonly name: 'list' | 'main' | 'side'
  readonly label: string
  readonly head?: ComponentChildren
  readonly foot?: ComponentChildren
  readonly class?: string
  /** Set if the content scrolls itself, such as a VirtualList. */
  readonly isOwnScroller?: boolean
  readonly children: ComponentChildren
}

/** A pane: fixed head and foot with scrolling content between them. */
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
