export const MAX_FILE_BYTES = 10 * 1024 * 1024

export const MAX_IMPORT_ROWS = 5_000

export const MAX_COLUMNS = 200

export const MAX_CELL_LENGTH = 10_000

/** Longest row, so that a row fits into one request. */
export const MAX_ROW_LENGTH = 100_000

/** Time in which an import can be undone. */
export const UNDO_HOURS = 24
