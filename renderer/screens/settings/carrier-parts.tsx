import type { ReadonlySignal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { FlaskIcon } from '../../ui/icons-work.tsx'
import { Banner } from '../../ui/states.tsx'

interface OfDesk {
  readonly desk: Pick<Desk, 'toasts'>
}

interface FormProps extends OfDesk {
  readonly model: {
    readonly busy: ReadonlySignal<'' | 'save' | 'test'>
    readonly failure: ReadonlySignal<string | undefined>
    test(): Promise<boolean>
    save(): Promise<boolean>
  }
  readonly words: {
    readonly save: string
    readonly test: string
    readonly testing: string
    readonly confirmTitle: string
    readonly confirm: string
    readonly confirmWords: string
    readonly saved: string
  }
  /** Saving is marked as dangerous. */
  readonly isDanger?: boolean
  readonly banners?: ComponentChildren
  /** Response to the test. */
  readonly answer: ComponentChildren
  /** Shown below the buttons. */
  readonly foot?: ComponentChildren
  readonly children: ComponentChildren
}

/** Form of the owner's own account for outgoing messages: tested without saving, saved after a question. */
export function CarrierForm(props: FormProps) {
  const { desk, model, words, isDanger = false, banners, answer, foot, children } = props
  const form = useRef<HTMLFormElement>(null)
  const isAsked = useSignal(false)
  const { busy, failure } = model
  const toFault = () => focusMistake(form.current)
  return (
    <form
      ref={form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        isAsked.value = true
      }}
    >
      {banners}
      {failure.value && <Banner tone="danger">{failure.value}</Banner>}
      {children}
      <div class="form-actions provider-actions">
        <Button kind="primary" type="submit" busy={busy.value === 'save'}>
          {words.save}
        </Button>
        <Button
          busy={busy.value === 'test'}
          onClick={() => void model.test().then((isDone) => isDone || toFault())}
        >
          {words.test}
        </Button>
        <span role="status" class="provider-answer">
          {busy.value === 'test' && <span class="quiet">{words.testing}</span>}
          {answer}
        </span>
      </div>
      {foot}
      {isAsked.value && (
        <ConfirmDialog
          title={words.confirmTitle}
          confirm={words.confirm}
          isDanger={isDanger}
          onClose={() => {
            isAsked.value = false
          }}
          onConfirm={async () => {
            // The dialog closes either way, because errors are shown next to their fields.
            if (await model.save()) desk.toasts.show(words.saved)
            else toFault()
          }}
        >
          <p>{words.confirmWords}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}

interface ToSandboxProps extends OfDesk {
  readonly model: { toSandbox(): Promise<void> }
  readonly words: {
    readonly action: string
    readonly title: string
    readonly question: string
    readonly done: string
  }
}

/** Button that switches to the Sandbox, after a question. */
export function ToSandbox({ desk, model, words }: ToSandboxProps) {
  const isAsked = useSignal(false)
  return (
    <>
      <div class="form-actions">
        <Button
          icon={FlaskIcon}
          onClick={() => {
            isAsked.value = true
          }}
        >
          {words.action}
        </Button>
      </div>
      {isAsked.value && (
        <ConfirmDialog
          title={words.title}
          confirm={words.action}
          isDanger
          onClose={() => {
            isAsked.value = false
          }}
          onConfirm={async () => {
            await model.toSandbox()
            desk.toasts.show(words.done)
          }}
        >
          <p>{words.question}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
