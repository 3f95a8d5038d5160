import { useEffect, useRef } from 'preact/hooks'
import type { ApiKey } from '#contracts/account.ts'
import type { Desk } from '../../desk.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { KeyIcon, PlusIcon } from '../../ui/icons.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { NewKeyDialog, RevokeDialog } from './key-dialogs.tsx'
import { createKeysModel, type KeysModel } from './keys-model.ts'

/** Keys for scripts and other programs. */
export function Keys({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createKeysModel(desk.call))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => void model.load(), [model])

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    await model.create()
    if (model.nameError.value) form.current?.querySelector('input')?.focus()
  }

  return (
    <Card
      title="API keys"
      note={
        <>
          For scripts and automation. What they can do stands in the{' '}
          <a href="/api/docs" target="_blank" rel="noopener">
            API reference
          </a>
          .
        </>
      }
    >
      <List model={model} />
      <form ref={form} class="form-line" onSubmit={submit} noValidate>
        <Field label="New key" hint="Name it after what will use it." error={model.nameError.value}>
          {(wiring) => (
            <TextInput
              {...wiring}
              autocomplete="off"
              placeholder="Newsletter script"
              value={model.name.value}
              onEdit={(value) => {
                model.name.value = value
                model.nameError.value = undefined
              }}
            />
          )}
        </Field>
        <Button type="submit" icon={PlusIcon} busy={model.busy.value}>
          Create
        </Button>
      </form>
      <NewKeyDialog model={model} />
      <RevokeDialog model={model} onRevoked={(name) => desk.toasts.show(`${name} is revoked.`)} />
    </Card>
  )
}

function List({ model }: { readonly model: KeysModel }) {
  const keys = model.keys.value
  if (!keys) {
    return model.error.value ? (
      <ErrorState title="The keys could not be loaded" onRetry={model.load}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label="Loading API keys" rows={2} />
    )
  }
  return (
    <>
      {model.error.value && (
        <p class="field-error" role="alert">
          {model.error.value}
        </p>
      )}
      {keys.length === 0 && <p class="quiet">No keys. Nothing but this app can use the API.</p>}
      <ul class="keys">
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            onRevoke={() => {
              model.doomed.value = key
            }}
          />
        ))}
      </ul>
    </>
  )
}

interface KeyRowProps {
  readonly apiKey: ApiKey
  readonly onRevoke: () => void
}

function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { name, created_at, last_used_at } = apiKey
  return (
    <li class="key">
      <KeyIcon />
      <div class="key-words">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="quiet">
          Created <Time at={created_at} /> ·{' '}
          {last_used_at ? (
            <>
              used <Time at={last_used_at} />
            </>
          ) : (
            'never used'
          )}
        </span>
      </div>
      <Button size="small" kind="quiet" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
