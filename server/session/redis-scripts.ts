/**
 * Lua scripts that make each write of the Redis backend atomic. `KEYS`, all in one cluster slot: the session, its
 * claims, its sets, its tombstone.
 */

/** ARGV: time to live, field, value, field, value … */
export const CREATE = `
if redis.call('EXISTS', KEYS[1], KEYS[4]) > 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** ARGV: number of fields to set, field, value …, then the fields to remove. */
export const UPDATE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local set = tonumber(ARGV[1]) * 2
if set > 0 then redis.call('HSET', KEYS[1], unpack(ARGV, 2, set + 1)) end
if #ARGV > set + 1 then redis.call('HDEL', KEYS[1], unpack(ARGV, set + 2)) end
return 1`;

/** ARGV: those of TOUCH, then the field, its expected value ('' for none), its new value. */
export const SWAP = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if (redis.call('HGET', KEYS[1], ARGV[4]) or '') ~= ARGV[5] then return 0 end
redis.call('HSET', KEYS[1], ARGV[4], ARGV[6], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** ARGV: time to live, the field of the idle time-out, its value. */
export const TOUCH = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** ARGV: time to live of the tombstone. */
export const END = `
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('SET', KEYS[4], '1', 'PX', ARGV[1])
return 1`;

/** ARGV: name, holder, until, now, time to live. The holder has a field of its own, which older builds leave alone. */
export const CLAIM = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local held, holder = unpack(redis.call('HMGET', KEYS[2], ARGV[1], ARGV[1] .. ' holder'))
if held and tonumber(held) > tonumber(ARGV[4]) and holder ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3], ARGV[1] .. ' holder', ARGV[2])
redis.call('PEXPIRE', KEYS[2], math.max(redis.call('PTTL', KEYS[2]), tonumber(ARGV[5])))
return 1`;

/** ARGV: name, holder, then the field to remove ('' for none). */
export const RELEASE = `
if redis.call('HGET', KEYS[2], ARGV[1] .. ' holder') ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1], ARGV[1] .. ' holder')
redis.call('HDEL', KEYS[1], ARGV[3])
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

/** ARGV: now, the field of the absolute time-out, member, value, member, value … */
export const ADD_MEMBERS = `
local ends = redis.call('HGET', KEYS[1], ARGV[2])
if not ends then return 0 end
for i = 3, #ARGV, 2 do redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[3], math.max(1, tonumber(ends) - tonumber(ARGV[1])))
return 1`;
