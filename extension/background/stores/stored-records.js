// @ts-check
/** Bounds the records that the stores keep in `storage.session`, which outlives a stopped background. Pure. */

/** Bound for one list of records in the store, which holds 10 MB in all; a full store accepts nothing. */
const SAVED_BYTES = 2_000_000;
/** A longer record, mostly due to its address, is not stored: it must not displace others. */
const RECORD_BYTES = 100_000;

/** Return the newest records that fit into storage, oldest first. @template T @param {T[]} records @returns {T[]} */
export function withinStore(records) {
  let left = SAVED_BYTES;
  const encoder = new TextEncoder(); // the store counts bytes, and a letter may take three
  const sized = records
    .map((record) => ({ record, size: encoder.encode(JSON.stringify(record)).length }))
    .filter(({ size }) => size <= RECORD_BYTES);
  const first = sized.findLastIndex(({ size }) => (left -= size) < 0);
  return sized.slice(first + 1).map(({ record }) => record);
}
