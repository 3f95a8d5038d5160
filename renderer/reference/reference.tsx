import { useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { SearchIcon } from '../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../ui/states.tsx'
import { Contents } from './contents.tsx'
import { EndpointSection } from './endpoint.tsx'
import { Guide } from './guide.tsx'
import { Introduction } from './introduction.tsx'
import type { ReferenceModel } from './model.ts'
import type { Group, OpenApi } from './openapi.ts'

/** The API reference on one page, with forms to try it. */
export function Reference({ model }: { readonly model: ReferenceModel }) {
  useSignalEffect(() => {
    // The target of the address exists only now.
    if (model.document.value) follow(model)
  })
  useEffect(() => {
    const listen = () => follow(model)
    addEventListener('hashchange', listen)
    return () => removeEventListener('hashchange', listen)
  }, [model])

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

/** Navigates to the target of the address. */
function follow(model: ReferenceModel): void {
  const id = location.hash.slice(1)
  model.open(id)
  requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView())
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
  const sections = model.foundSections.value
  return (
    <div class="reference-body">
      <Introduction document={document} access={model.access} />
      {groups.length + sections.length === 0 && (
        <Empty icon={SearchIcon} title="Nothing found">
          <p>No endpoint, field or parameter has that name.</p>
        </Empty>
      )}
      {sections.length > 0 && <Guide sections={sections} />}
      {groups.map((group) => (
        <GroupSection key={group.name} group={group} document={document} model={model} />
      ))}
    </div>
  )
}

interface GroupSectionProps {
  readonly group: Group
  readonly document: OpenApi
  readonly model: ReferenceModel
}

function GroupSection({ group, document, model }: GroupSectionProps) {
  return (
    <section class="group">
      <h2>{group.name}</h2>
      {group.endpoints.map((endpoint) => (
        <EndpointSection
          key={endpoint.operationId}
          endpoint={endpoint}
          document={document}
          onTry={() => model.tried(endpoint, document)}
        />
      ))}
    </section>
  )
}
