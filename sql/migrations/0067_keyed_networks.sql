-- Known networks are kept under a hash with a key, because all addresses can be tried out on a bare one, also in a back-up.
-- Those under a bare hash are found no longer. Each is known again with the next login from it.
DELETE FROM tenant.known_network;
