import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { LabelColour } from './labels.ts'
import { Id, requiredText } from './scalars.ts'

/** Maximum number of teams of an account. */
export const MAX_TEAMS = 50

/** A team as shown next to a conversation. */
export const TeamName = z.object({ id: z.int(), name: z.string(), colour: LabelColour })
export type TeamName = z.output<typeof TeamName>

/** A group of operators that conversations are assigned to. */
export const Team = TeamName.extend({ operator_ids: z.array(z.int()) })
export type Team = z.output<typeof Team>

const NewTeam = z.object({
  name: requiredText(40),
  colour: LabelColour,
  operator_ids: z.array(Id).max(200),
})
const OneTeam = z.object({ id: Id })
const Saved = z.object({ message: z.string(), data: Team })
const EXAMPLE = { name: 'Billing', colour: 'teal', operator_ids: [1] } as const

export const listTeams = endpoint({
  method: 'get',
  path: '/user/teams',
  capability: 'directory',
  summary: 'List teams by name',
  reply: z.object({ data: z.array(Team) }),
})

export const createTeam = endpoint({
  method: 'post',
  path: '/user/teams',
  capability: 'people',
  summary: 'Create a team; its name must be unique',
  body: NewTeam,
  status: 201,
  refusals: [fault('too_many_teams', { max: MAX_TEAMS })],
  examples: {
    body: { ...EXAMPLE, operator_ids: [1] },
    reply: { message: 'Team created successfully' },
  },
  reply: Saved,
})

export const updateTeam = endpoint({
  method: 'put',
  path: '/user/teams/:id',
  capability: 'people',
  summary: 'Update a team and its members',
  params: OneTeam,
  body: NewTeam,
  refusals: ['team_not_found'],
  examples: {
    body: { ...EXAMPLE, operator_ids: [1] },
    reply: { message: 'Team updated successfully' },
  },
  reply: Saved,
})

export const deleteTeam = endpoint({
  method: 'delete',
  path: '/user/teams/:id',
  capability: 'people',
  summary: 'Delete a team; its conversations are no longer assigned to one',
  params: OneTeam,
  refusals: ['team_not_found'],
  examples: { reply: { message: 'Team deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
