import { useRef } from 'preact/hooks'
import type { Desk } from '../../desk.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createProfileModel } from './profile-model.ts'

/** Who the operator is to visitors. */
export function Profile({ desk }: { readonly desk: Desk }) {
  const form = useRef<HTMLFormElement>(null)
  const { account } = desk.session
  const model = useModel(() =>
    createProfileModel(desk.call, account.value!, (me) => {
      account.value = me
    }),
  )

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (model.busy.value) return
    if (await model.save()) return desk.toasts.show('Your profile is saved.')
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    )
  }

  return (
    <Card title="Profile" note="Visitors see the name when you reply.">
      <form ref={form} class="form" onSubmit={submit} noValidate>
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <Field label="Name" error={model.errors.value['name']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              required
              autocomplete="name"
              value={model.name.value}
              onEdit={(value) => {
                model.name.value = value
              }}
            />
          )}
        </Field>
        <Field
          label="E-mail"
          hint="For yourself; visitors never see it."
          error={model.errors.value['email']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="email"
              required
              autocomplete="email"
              value={model.email.value}
              onEdit={(value) => {
                model.email.value = value
              }}
            />
          )}
        </Field>
        <div class="form-actions">
          <Button kind="primary" type="submit" busy={model.busy.value}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}
