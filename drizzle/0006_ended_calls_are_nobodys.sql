-- The index of what instances own holds only what is under way: calls that ended without having run kept their owner.
UPDATE "calls" SET "owner" = null WHERE "owner" is not null AND "ended_at" is not null;
