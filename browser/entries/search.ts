import { startNearPages } from '../near-pages.ts'
import { createIndexLoader } from '../search-index.ts'
import { startSearch } from '../search.ts'

/* Loaded on first interaction with the search, and immediately on a 404 page. */
const loadIndex = createIndexLoader()
startSearch(loadIndex)
void startNearPages(loadIndex)
