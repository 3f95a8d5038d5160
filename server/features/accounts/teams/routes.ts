/*
 * GET    /user/teams      listTeams
 * POST   /user/teams      createTeam
 * PUT    /user/teams/:id  updateTeam
 * DELETE /user/teams/:id  deleteTeam
 */
import { fault } from '#contracts/faults.ts'
import {
  createTeam,
  deleteTeam,
  listTeams,
  MAX_TEAMS,
  type Team,
  updateTeam,
} from '#contracts/teams.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { operatorQueries } from '../operators/queries.ts'
import { teamQueries } from './queries.ts'

/** Teams of an account. */
export const teamRoutes: Routes = ({ handle, db, write, events, now }) => {
  const teams = teamQueries(db)
  const changed = (tx: Tx, userId: number) =>
    events.record(tx, { userId, type: 'teams.changed', payload: { data: teams.all(userId) } })

  handle(listTeams, ({ principal }) => ({ data: teams.all(principal.userId) }))

  handle(createTeam, ({ principal: { userId }, body: { name, colour, operator_ids } }) =>
    write((tx) => {
      refuseTaken(userId, name)
      refuseStrangers(userId, operator_ids)
      if (teams.all(userId).length >= MAX_TEAMS)
        throw new AppError('too_many_teams', { params: { max: MAX_TEAMS } })
      const id = teams.insert(tx, { userId, name, colour, now: now().getTime() })
      teams.setMembers(tx, id, operator_ids)
      changed(tx, userId)
      return { message: 'Team created successfully', data: find(userId, id) }
    }),
  )

  handle(updateTeam, ({ principal: { userId }, params, body: { name, colour, operator_ids } }) =>
    write((tx) => {
      const { id } = find(userId, params.id)
      refuseTaken(userId, name, id)
      refuseStrangers(userId, operator_ids)
      teams.update(tx, id, name, colour)
      teams.setMembers(tx, id, operator_ids)
      changed(tx, userId)
      return { message: 'Team updated successfully', data: find(userId, id) }
    }),
  )

  handle(deleteTeam, ({ principal: { userId }, params }) =>
    write((tx) => {
      teams.remove(tx, find(userId, params.id).id)
      changed(tx, userId)
      return { message: 'Team deleted successfully' }
    }),
  )

  function refuseTaken(userId: number, name: string, own?: number): void {
    const taken = teams.named(userId, name)
    if (taken !== undefined && taken !== own) throw new InvalidFields({ name: [fault('taken')] })
  }

  function refuseStrangers(userId: number, ids: readonly number[]): void {
    const known = new Set(
      operatorQueries(db)
        .team(userId)
        .map(({ id }) => id),
    )
    const faults = ids.flatMap((id, index) =>
      known.has(id) ? [] : [[`operator_ids.${index}`, [fault('not_selectable')]]],
    )
    if (faults.length > 0) throw new InvalidFields(Object.fromEntries(faults))
  }

  function find(userId: number, id: number): Team {
    const team = teams.find(userId, id)
    if (!team) throw notFound('team_not_found')
    return team
  }
}
