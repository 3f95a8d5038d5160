import { CopyField } from '../ui/copy-field.tsx'
import { RichText } from '../ui/rich-text.tsx'
import type { Block, Section } from './openapi.ts'

/** Conventions shared by many endpoints. */
export function Guide({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <section class="group">
      <h2>General</h2>
      {sections.map(({ id, title, blocks }) => (
        <article key={id} class="endpoint guide" id={id} aria-labelledby={`${id}-title`}>
          <h3 id={`${id}-title`}>
            <a href={`#${id}`}>{title}</a>
          </h3>
          {blocks.map((block, index) => (
            <BlockView key={index} block={block} title={title} />
          ))}
        </article>
      ))}
    </section>
  )
}

function BlockView({ block, title }: { readonly block: Block; readonly title: string }) {
  if ('text' in block) return <RichText text={block.text} />
  if ('list' in block) return <RichText text={block.list.map((item) => `- ${item}`).join('\n')} />
  if ('code' in block) {
    return <CopyField label={`${title}: example (${block.language})`} text={block.code} />
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="table-frame" tabIndex={0} aria-label={`${title}: table`}>
      <table>
        <thead>
          <tr>
            {block.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, index) => (
                <td key={index}>
                  <RichText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
