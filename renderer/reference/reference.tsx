import { useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Brand } from '../ui/brand.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../ui/states.tsx'
import { EndpointSection } from './endpoint.tsx'
import type { ReferenceModel } from './model.ts'
import type { Group, OpenApi } from './openapi.ts'

/** The API on one page. */
export function Reference({ model }: { readonly model: ReferenceModel }) {
  useSignalEffect(() => {
    // The place that the address names is there only now.
    if (model.document.value) requestAnimationFrame(goToHash)
  })

  return (
    <div class="reference">
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <Contents model={model} />
      <main id="main" tabIndex={-1}>
        <Body model={model} />
      </main>
    </div>
  )
}

function goToHash(): void {
  document.getElementById(location.hash.slice(1))?.scrollIntoView()
}

function Contents({ model }: { readonly model: ReferenceModel }) {
  return (
    <nav class="contents" aria-label="Endpoints">
      <a class="navigation-brand" href="/app/">
        <Brand />
        <span>Parley</span>
      </a>
      <Search model={model} />
      <div class="contents-list">
        {model.found.value.map(({ name, endpoints }) => (
          <section key={name}>
            <h2>{name}</h2>
            <ul>
              {endpoints.map(({ operationId, method, path, summary }) => (
                <li key={operationId}>
                  <a href={`#${operationId}`} title={summary}>
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
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      document.querySelector<HTMLElement>('.contents input')?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  return (
    <div class="search">
      <SearchIcon size={18} />
      <input
        type="search"
        placeholder="Search ( / )"
        aria-label="Search the endpoints"
        value={model.search.value}
        onInput={({ currentTarget }) => {
          model.search.value = currentTarget.value
        }}
      />
    </div>
  )
}

function Body({ model }: { readonly model: ReferenceModel }) {
  const document = model.document.value
  if (model.error.value) {
    return (
      <ErrorState title="The description could not be loaded" onRetry={model.load}>
        <p>{model.error.value}</p>
      </ErrorState>
    )
  }
  if (!document) return <Loading label="Loading the API" rows={6} />
  const groups = model.found.value
  return (
    <div class="reference-body">
      <Introduction document={document} />
      {groups.length === 0 && (
        <Empty icon={SearchIcon} title="Nothing found">
          <p>No endpoint, field or parameter is called that.</p>
        </Empty>
      )}
      {groups.map((group) => (
        <GroupSection key={group.name} group={group} document={document} />
      ))}
    </div>
  )
}

function Introduction({ document }: { readonly document: OpenApi }) {
  const url = document.servers[0]?.url ?? ''
  return (
    <header class="introduction">
      <h1>API reference</h1>
      <p>
        {document.info.description} Version {document.info.version}. For your tools:{' '}
        <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
      </p>
      <p>
        Make a key in <a href="/app/settings">Settings</a> and send it with every call. To see that
        it works:
      </p>
      <CopyField
        label="First call"
        text={`curl '${url}/user/me' \\\n  -H 'Authorization: Bearer YOUR_API_KEY'`}
      />
    </header>
  )
}

interface GroupSectionProps {
  readonly group: Group
  readonly document: OpenApi
}

function GroupSection({ group, document }: GroupSectionProps) {
  return (
    <section class="group">
      <h2>{group.name}</h2>
      {group.endpoints.map((endpoint) => (
        <EndpointSection key={endpoint.operationId} endpoint={endpoint} document={document} />
      ))}
    </section>
  )
}
