import './merge.css'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ContactMerge } from '#contracts/contact-merges.ts'
import type { ContactDetail } from '#contracts/contacts.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { visitorName } from '../../../app/people/people.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Avatar } from '../../../ui/display.tsx'
import { Banner, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { Holdings } from './holdings.tsx'

/** The merges of a contact, and splitting them. */
export function createSplitModel({ api, id }: { readonly api: Api; readonly id: string }) {
  const merges = signal<readonly ContactMerge[]>()
  const error = signal<string>()
  /** Id of the merge that is being split. */
  const splitting = signal<number>()

  async function load(): Promise<void> {
    try {
      merges.value = (await api.listContactMerges({ params: { id } })).data
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  return {
    merges,
    error,
    splitting,
    load,
    /** Splits a contact off; false if that failed, for the reason that is shown. */
    async split(merge: ContactMerge): Promise<boolean> {
      if (splitting.value !== undefined) return false
      splitting.value = merge.id
      error.value = undefined
      try {
        await api.splitContacts({ params: { id, merge_id: merge.id } })
        return true
      } catch (failure) {
        error.value = explain(failure)
        await load()
        return false
      } finally {
        splitting.value = undefined
      }
    },
  }
}

interface SplitDialogProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
  readonly contact: ContactDetail
  readonly onClose: () => void
}

/** Lists what was merged into a contact, each with what splitting it off gives back. */
export function SplitDialog({ desk, contact, onClose }: SplitDialogProps) {
  const model = useModel(() => createSplitModel({ api: desk.api, id: contact.id }), [contact.id])
  useEffect(() => void model.load(), [model])
  const merges = model.merges.value

  async function split(merge: ContactMerge): Promise<void> {
    if (!(await model.split(merge))) return
    onClose()
    desk.toasts.show(t('contacts.splitDone', { name: visitorName(merge.contact) }))
  }

  return (
    <Dialog
      title={t('contacts.splitTitle')}
      size="large"
      isReading
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <p>{t('contacts.splitLead')}</p>
      {model.error.value !== undefined && <Banner tone="danger">{model.error.value}</Banner>}
      {merges ? (
        <ul class="merging-list">
          {merges.map((merge) => (
            <li key={merge.id}>
              <Merge
                merge={merge}
                isBusy={model.splitting.value === merge.id}
                onSplit={() => void split(merge)}
              />
            </li>
          ))}
        </ul>
      ) : (
        model.error.value === undefined && <Loading label={t('contacts.loading')} rows={2} />
      )}
    </Dialog>
  )
}

interface MergeProps {
  readonly merge: ContactMerge
  readonly isBusy: boolean
  readonly onSplit: () => void
}

function Merge({ merge, isBusy, onSplit }: MergeProps) {
  const { contact, by, created_at, leaves, restores } = merge
  const name = visitorName(contact)
  return (
    <article class="merging-item" aria-label={name}>
      <header>
        <Avatar name={name} id={contact.id} />
        <span class="merging-who">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span class="quiet">
            <bdi>{[contact.email, contact.phone].filter(Boolean).join(' · ')}</bdi>
          </span>
          <span class="quiet">
            <Time at={created_at} as="full" />
            {by && (
              <>
                {' · '}
                <bdi>{by.name}</bdi>
              </>
            )}
          </span>
        </span>
        <Button size="small" busy={isBusy} onClick={onSplit}>
          {t('contacts.split')}
        </Button>
      </header>
      <h3>{t('contacts.splitLeaves')}</h3>
      <Holdings holdings={leaves} />
      {restores.length > 0 && (
        <>
          <h3>{t('contacts.splitRestores')}</h3>
          <ul class="merging-restores">
            {restores.map((field) => (
              <li key={field.name}>
                <span>
                  {t(field.name === 'notes' ? 'details.remarks' : `details.${field.name}`)}
                </span>
                <bdi>{field.to ?? t('contacts.mergeEmpty')}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}
