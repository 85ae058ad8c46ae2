/** Lua scripts that make each write of the Redis backend atomic. `KEYS`, all in one cluster slot: the session, its tombstone. */

/** ARGV: time to live, field, value, field, value … */
export const CREATE = `
if redis.call('EXISTS', KEYS[1], KEYS[2]) > 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** ARGV: time to live ('' to keep it), how many of the rest say what is expected, and what is set; then field, value ('' for none) …, field, value …, and the fields to remove. */
export const CHANGE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local set = 4 + ARGV[2]
local remove = set + ARGV[3]
for i = 4, set - 1, 2 do
  if (redis.call('HGET', KEYS[1], ARGV[i]) or '') ~= ARGV[i + 1] then return 2 end
end
if remove > set then redis.call('HSET', KEYS[1], unpack(ARGV, set, remove - 1)) end
if #ARGV >= remove then redis.call('HDEL', KEYS[1], unpack(ARGV, remove)) end
if ARGV[1] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return 1`;

/** Further KEYS: what else is deleted. ARGV: time to live of the tombstone. */
export const END = `
redis.call('DEL', KEYS[1], unpack(KEYS, 3))
redis.call('SET', KEYS[2], '1', 'PX', ARGV[1])
return 1`;

/** `KEYS`: the quotas, all in one cluster slot. ARGV: time to live, then cost and limit of each quota. */
export const TAKE_QUOTA = `
for i, key in ipairs(KEYS) do
  local used = tonumber(redis.call('GET', key) or '0')
  if used + tonumber(ARGV[2 * i]) > tonumber(ARGV[2 * i + 1]) then return 0 end
end
for i, key in ipairs(KEYS) do
  redis.call('INCRBY', key, ARGV[2 * i])
  if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, ARGV[1]) end
end
return 1`;
