import { useRef } from 'preact/hooks'
import { Brand } from '../ui/brand.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { useKeys } from '../ui/use-keys.ts'
import type { ReferenceModel } from './model.ts'

/** Table of contents with search. */
export function Contents({ model }: { readonly model: ReferenceModel }) {
  const sections = model.foundSections.value
  return (
    <nav class="contents" aria-label="Endpoints">
      <a class="navigation-brand" href="/app/">
        <Brand />
        <span>Parley</span>
      </a>
      <Search model={model} />
      <div class="contents-list">
        {sections.length > 0 && (
          <section>
            <h2>General</h2>
            <ul>
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </section>
        )}
        {model.found.value.map(({ name, endpoints }) => (
          <section key={name}>
            <h2>{name}</h2>
            <ul>
              {endpoints.map(({ operationId, method, path, summary }) => (
                <li key={operationId}>
                  <a
                    href={`#${operationId}`}
                    title={summary}
                    aria-current={model.place.value === operationId ? 'location' : undefined}
                  >
                    <span class={`method is-${method}`}>{method}</span>
                    <span class="contents-path">{path}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

function Search({ model }: { readonly model: ReferenceModel }) {
  const input = useRef<HTMLInputElement>(null)
  useKeys(true, { '/': () => input.current?.focus() })
  return (
    <div class="search">
      <SearchIcon size={18} />
      <input
        ref={input}
        type="search"
        placeholder="Search ( / )"
        aria-label="Search the endpoints"
        value={model.search.value}
        onInput={({ currentTarget }) => {
          model.search.value = currentTarget.value
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') model.search.value = ''
        }}
      />
    </div>
  )
}
