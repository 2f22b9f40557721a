// SPDX-License-Identifier: Apache-2.0
//
// Context, core and registry of one server. A lost server never comes back on the same core: the whole connection is
// destroyed and made anew.

#if defined(HEARSAY_PIPEWIRE) && defined(__linux__)

#include "bridge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void on_info(void *data, const struct pw_core_info *info) {
  struct hearsay_pw_connection *connection = data;
  connection->events.greeted(connection->user);
}

static void on_done(void *data, uint32_t id, int sequence) {
  struct hearsay_pw_connection *connection = data;
  if (id == PW_ID_CORE) connection->events.synced(connection->user, sequence);
}

static void on_error(void *data, uint32_t id, int sequence, int result, const char *message) {
  struct hearsay_pw_connection *connection = data;
  // Errors about single objects (-ENOENT for a node that is gone already, parameters that a device does not have) say
  // nothing about the connection; what matters of them shows in the state of the stream.
  if (id != PW_ID_CORE || result == -ENOENT) return;
  connection->events.failed(connection->user, result, message != NULL ? message : "");
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS,
    .info = on_info,
    .done = on_done,
    .error = on_error,
};

// A context whose audio thread gets real-time scheduling, by limits or by rtkit, where the system allows it; without
// it a busy machine makes the graph go on without us. PipeWire 1.4 has this in the plain configuration and complains
// about the other one.
static struct pw_context *create_context(struct pw_loop *loop) {
  int major = 0, minor = 0;
  if (sscanf(pw_get_library_version(), "%d.%d", &major, &minor) == 2 && (major == 0 || (major == 1 && minor < 3))) {
    // Owned by the context, also by one that fails.
    struct pw_properties *properties = pw_properties_new(PW_KEY_CONFIG_NAME, "client-rt.conf", NULL);
    struct pw_context *context = pw_context_new(loop, properties, 0);
    if (context != NULL) return context;
  }
  return pw_context_new(loop, NULL, 0);
}

hearsay_pw_connection *hearsay_pw_connection_create(
    hearsay_pw_loop *loop, const char *remote, hearsay_pw_properties *properties,
    const hearsay_pw_connection_events *events, void *context) {
  struct pw_properties *client = (struct pw_properties *)properties;
  struct hearsay_pw_connection *connection = calloc(1, sizeof *connection);
  if (connection == NULL) {
    pw_properties_free(client);
    return NULL;
  }
  connection->loop = loop;
  connection->events = *events;
  connection->user = context;
  spa_list_init(&connection->objects);

  connection->context = create_context(loop->loop);
  if (connection->context == NULL) {
    int error = errno;
    pw_properties_free(client);
    free(connection);
    errno = error;
    return NULL;
  }
  if (remote != NULL) pw_properties_set(client, PW_KEY_REMOTE_NAME, remote);
  connection->core = pw_context_connect(connection->context, client, 0);
  if (connection->core != NULL) {
    pw_core_add_listener(connection->core, &connection->core_listener, &core_events, connection);
    if (hearsay_pw_registry_watch(connection) == 0) return connection;
  }
  int error = errno;
  hearsay_pw_connection_destroy(connection);
  errno = error;
  return NULL;
}

int hearsay_pw_connection_sync(hearsay_pw_connection *connection) {
  return pw_core_sync(connection->core, PW_ID_CORE, 0);
}

void hearsay_pw_connection_destroy(hearsay_pw_connection *connection) {
  hearsay_pw_registry_forget(connection);
  if (connection->core != NULL) {
    spa_hook_remove(&connection->core_listener);
    pw_core_disconnect(connection->core);
  }
  pw_context_destroy(connection->context);
  free(connection);
}

#endif
