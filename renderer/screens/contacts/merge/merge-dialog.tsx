import './merge.css'
import { useEffect } from 'preact/hooks'
import type { FieldComparison } from '#contracts/contact-merges.ts'
import type { Contact, ContactDetail } from '#contracts/contacts.ts'
import type { Desk } from '../../../app/desk.ts'
import { visitorName } from '../../../app/people/people.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Avatar, Badge } from '../../../ui/display.tsx'
import { SortIcon } from '../../../ui/icons-work.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Banner, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { Holdings } from './holdings.tsx'
import { createMergeModel, type MergeModel } from './merge-model.ts'

interface MergeDialogProps {
  readonly desk: Pick<Desk, 'api' | 'address' | 'toasts'>
  readonly contact: ContactDetail
  readonly onClose: () => void
}

/** Merges a contact with another one: first the other one is chosen, then what both have is compared. */
export function MergeDialog({ desk, contact, onClose }: MergeDialogProps) {
  const model = useModel(() => createMergeModel({ api: desk.api, id: contact.id }), [contact.id])
  useEffect(() => void model.load(), [model])
  const preview = model.preview.value

  async function merge(): Promise<void> {
    const done = await model.merge()
    if (!done) return
    onClose()
    if (done.kept.id !== contact.id) desk.address.go(`/app/contacts/${done.kept.id}`)
    desk.toasts.undo(t('contacts.merged', { name: visitorName(done.merged) }), () =>
      undo(desk, done.kept.id, done.mergeId),
    )
  }

  return (
    <Dialog
      key={preview ? 'compare' : 'choose'}
      title={t('contacts.mergeTitle')}
      size="large"
      onClose={onClose}
      canDismiss={!model.isBusy.value || !preview}
      actions={
        preview ? (
          <>
            <Button onClick={model.back} disabled={model.isBusy.value}>
              {t('contacts.mergeBack')}
            </Button>
            <Button kind="primary" busy={model.isBusy.value} onClick={() => void merge()}>
              {t('contacts.merge')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        )
      }
    >
      {model.error.value !== undefined && <Banner tone="danger">{model.error.value}</Banner>}
      {preview ? <Compare model={model} /> : <Choose model={model} contact={contact} />}
    </Dialog>
  )
}

async function undo(
  { api, toasts }: MergeDialogProps['desk'],
  id: string,
  merge_id: number,
): Promise<void> {
  await api.splitContacts({ params: { id, merge_id } })
  toasts.show(t('contacts.mergeUndone'))
}

interface ChooseProps {
  readonly model: MergeModel
  readonly contact: ContactDetail
}

function Choose({ model, contact }: ChooseProps) {
  const candidates = model.candidates.value
  const isSearching = model.search.value.trim() !== ''
  return (
    <div class="merging-choose">
      <p>{t('contacts.mergeLead', { name: visitorName(contact) })}</p>
      <SearchInput
        label={t('contacts.search')}
        value={model.search.value}
        onEdit={model.type}
        isBusy={model.isBusy.value}
      />
      <h3>{isSearching ? t('contacts.mergeFound') : t('contacts.mergeLikely')}</h3>
      {candidates ? (
        <ul class="merging-candidates">
          {candidates.map(({ contact: other, by }) => (
            <li key={other.id}>
              <button type="button" onClick={() => void model.choose(other, contact)}>
                <Avatar name={visitorName(other)} id={other.id} isOnline={other.online} />
                <Who contact={other} />
                <span class="merging-reasons">
                  {by.map((field) => (
                    <Badge key={field}>{t(`contacts.mergeBy.${field}`)}</Badge>
                  ))}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        model.error.value === undefined && <Loading label={t('contacts.loading')} rows={2} />
      )}
      {candidates?.length === 0 && (
        <p class="quiet" role="status">
          {isSearching
            ? t('contacts.notFound', { text: model.search.value.trim() })
            : t('contacts.mergeNobody')}
        </p>
      )}
    </div>
  )
}

function Who({ contact }: { readonly contact: Contact }) {
  const details = [contact.email, contact.phone, contact.assistant_name].filter(Boolean)
  return (
    <span class="merging-who">
      <strong>
        <bdi>{visitorName(contact)}</bdi>
      </strong>
      <span class="quiet">
        <bdi>{details.join(' · ')}</bdi>
      </span>
    </span>
  )
}

function Compare({ model }: { readonly model: MergeModel }) {
  const { kept, merged, fields, moves } = model.preview.value!
  return (
    <div class="merging-compare">
      <div class="merging-sides">
        <Side title={t('contacts.mergeStays')} contact={kept} />
        <Button
          kind="quiet"
          size="small"
          icon={SortIcon}
          disabled={model.isBusy.value}
          onClick={() => void model.swap()}
        >
          {t('contacts.mergeSwap')}
        </Button>
        <Side title={t('contacts.mergeGoes')} contact={merged} />
      </div>
      <div class="merging-fields">
        {fields
          .filter((field) => field.kept !== null || field.merged !== null)
          .map((field) => (
            <FieldChoice key={field.name} model={model} field={field} />
          ))}
      </div>
      <section class="merging-moves">
        <h3>{t('contacts.mergeMoves')}</h3>
        <Holdings holdings={moves} />
        <p class="quiet">{t('contacts.mergeHint')}</p>
      </section>
    </div>
  )
}

function Side({ title, contact }: { readonly title: string; readonly contact: Contact }) {
  return (
    <div class="merging-side">
      <span class="quiet">{title}</span>
      <span class="merging-side-who">
        <Avatar name={visitorName(contact)} id={contact.id} isOnline={contact.online} />
        <Who contact={contact} />
      </span>
      {contact.external_id !== null && <Badge tone="ok">{t('details.verified')}</Badge>}
    </div>
  )
}

interface FieldChoiceProps {
  readonly model: MergeModel
  readonly field: FieldComparison
}

/** Both values of a detail as radio buttons, or the one that both have; notes can be kept of both. */
function FieldChoice({ model, field }: FieldChoiceProps) {
  const { name } = field
  const value = model.choice.value[name] ?? field.choice
  const isSame = field.kept === field.merged
  const ways = isSame ? SAME : name === 'notes' && field.is_conflict ? WAYS_OF_NOTES : WAYS
  return (
    <fieldset class="merging-field">
      <legend>{t(name === 'notes' ? 'details.remarks' : `details.${name}`)}</legend>
      {ways.map((how) => (
        <label key={how} class="merging-value">
          <input
            type="radio"
            name={name}
            checked={isSame || how === value}
            onChange={() => model.pick(name, how)}
          />
          <span dir="auto">
            {how === 'both' ? t('contacts.mergeBoth') : (field[how] ?? t('contacts.mergeEmpty'))}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const SAME = ['kept'] as const
const WAYS = ['kept', 'merged'] as const
const WAYS_OF_NOTES = ['kept', 'merged', 'both'] as const
