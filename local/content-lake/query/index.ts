export { evaluateChange } from './change.ts'
export { compileFilter } from './filter.ts'
export { parsePerspective } from './perspective.ts'
export { runQuery } from './run.ts'
export { syncTagsOf } from './sync-tags.ts'
export type {
  Change,
  ChangeAnswer,
  DocumentFilter,
  FilterContext,
  Perspective,
  QueryAnswer,
  QueryRequest,
} from './types.ts'
