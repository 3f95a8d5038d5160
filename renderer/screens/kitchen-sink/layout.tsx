import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Card } from '../../ui/display.tsx'
import { Pane, Panes } from '../../ui/panes.tsx'
import { ScrollShadow } from '../../ui/scroll-shadow.tsx'

const SNIPPET = `<script
  src="https://desk.example.com/widget.js"
  data-assistant="ast_1f82"
  async
></script>`
const LINES = Array.from({ length: 14 }, (_, index) => `Line ${index + 1} of a list that scrolls`)

/** Code blocks, cards and scroll containers. */
export function Layout() {
  return (
    <>
      <div class="sink-panes">
        <Panes view="main" isPage={false}>
          <Pane name="list" label="List" head={<h3>List</h3>}>
            <p class="sink-row">Chooses</p>
          </Pane>
          <Pane
            name="main"
            label="Main"
            head={<h3>Main</h3>}
            foot={<p class="quiet">A foot that stays</p>}
          >
            <p class="sink-row">Shows what was chosen. On a phone it is alone.</p>
          </Pane>
          <Pane name="side" label="Side" head={<h3>Side</h3>}>
            <p class="sink-row">Tells more.</p>
          </Pane>
        </Panes>
      </div>
      <div class="sink-grid">
        <CodeBlock label="Snippet" language="HTML" text={SNIPPET} />
        <div class="stack is-3">
          <CopyField label="Assistant" text="ast_1f82c0de" />
          <CopyField label="API key" text="pk_live_51f82c0ffee" isSecret />
        </div>
        <Card title="A card" note="Things that belong together.">
          <p>Its words, and what can be done with them.</p>
        </Card>
        <ScrollShadow class="sink-scroll" label="Lines">
          {LINES.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </ScrollShadow>
      </div>
    </>
  )
}
