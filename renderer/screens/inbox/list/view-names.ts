import type { Desk } from '../../../app/desk.ts'
import { type Filter, keyOf, VIEWS, type ViewName } from '../../../app/inbox/filter.ts'
import { t } from '../../../locales/translate.ts'
import type { ListModel } from './list-model.ts'

/** Name of the built-in view with this filter; undefined if there is none. */
export const builtIn = (filter: Filter): ViewName | undefined =>
  VIEWS.find(([, own]) => keyOf(own) === keyOf(filter))?.[0]

/** Views of the operator's teams together, and of each team. */
export function teamViews({ team, inbox }: Pick<Desk, 'team' | 'inbox'>) {
  const counts = inbox.counts.value?.teams ?? []
  const filterOf = (id: string) => ({ state: 'open', team: id })
  const mine = counts.filter(({ id }) => team.mine.value.has(id))
  const together = {
    count: mine.reduce((sum, { count }) => sum + count, 0),
    is_more: mine.some(({ is_more }) => is_more),
  }
  const all = team.teams.value.map((one) => ({
    label: one.name,
    filter: filterOf(String(one.id)),
    mark: one,
    count: counts.find(({ id }) => id === one.id),
  }))
  if (team.mine.value.size === 0) return all
  const label = t('inbox.myTeams')
  return [{ label, filter: filterOf('mine'), mark: undefined, count: together }, ...all]
}

/** The list as far as its title depends on it. */
export type Titled = Pick<ListModel, 'filter' | 'view' | 'isMissing'>

/** Name of the built-in, saved or team's view that is open; undefined for a list with other filters. */
export function nameOfView(
  desk: Pick<Desk, 'team' | 'inbox'>,
  { filter, view, isMissing }: Titled,
): string | undefined {
  if (isMissing.value) return t('inbox.viewGone.title')
  if (view.value) return view.value.name
  const name = builtIn(filter.value)
  if (name) return t(`inbox.view.${name}`)
  return teamViews(desk).find((one) => keyOf(one.filter) === keyOf(filter.value))?.label
}

/** Title of the list: the name of its view, or a label for a filtered list. */
export const titleOfView = (desk: Pick<Desk, 'team' | 'inbox'>, list: Titled): string =>
  nameOfView(desk, list) ?? t('inbox.customView')
