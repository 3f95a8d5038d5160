import type { Routes } from '../../http/routes.ts'

export const knowledgeRoutes: Routes = () => {}
