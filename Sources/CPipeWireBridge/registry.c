// SPDX-License-Identifier: Apache-2.0
//
// The registry: devices (bound, because only their full information tells USB from Bluetooth), links, and the session
// manager's store of defaults.

#if defined(HEARSAY_PIPEWIRE) && defined(__linux__)

#include "bridge.h"

#include <pipewire/extensions/metadata.h>
#include <stdlib.h>
#include <string.h>

static const char *lookup(const struct spa_dict *properties, const char *key) {
  return properties != NULL ? spa_dict_lookup(properties, key) : NULL;
}

static int is_device(const char *media_class) {
  return media_class != NULL &&
         (strncmp(media_class, "Audio/Source", 12) == 0 || strncmp(media_class, "Audio/Sink", 10) == 0 ||
          strcmp(media_class, "Audio/Duplex") == 0);
}

// MARK: Bound objects

static void on_proxy_removed(void *data) {
  struct hearsay_pw_object *object = data;
  pw_proxy_destroy(object->proxy);
}

static void on_proxy_destroyed(void *data) {
  struct hearsay_pw_object *object = data;
  spa_hook_remove(&object->proxy_listener);
  spa_hook_remove(&object->object_listener);
  object->proxy = NULL;
}

static const struct pw_proxy_events proxy_events = {
    PW_VERSION_PROXY_EVENTS,
    .removed = on_proxy_removed,
    .destroy = on_proxy_destroyed,
};

static void on_node_info(void *data, const struct pw_node_info *info) {
  struct hearsay_pw_object *object = data;
  const char *name = lookup(info->props, PW_KEY_NODE_NAME);
  const char *media_class = lookup(info->props, PW_KEY_MEDIA_CLASS);
  if (object->is_reported || name == NULL || !is_device(media_class)) return;
  object->is_reported = 1;
  const char *description = lookup(info->props, PW_KEY_NODE_DESCRIPTION);
  hearsay_pw_device device = {
      .id = object->id,
      .name = name,
      .description = description != NULL ? description : lookup(info->props, PW_KEY_NODE_NICK),
      .media_class = media_class,
      .api = lookup(info->props, PW_KEY_DEVICE_API),
      .bus = lookup(info->props, PW_KEY_DEVICE_BUS),
      .form_factor = lookup(info->props, PW_KEY_DEVICE_FORM_FACTOR),
      .factory = lookup(info->props, PW_KEY_FACTORY_NAME),
      .path = lookup(info->props, "api.alsa.path"),
      .network = lookup(info->props, "node.network"),
  };
  object->connection->events.device_added(object->connection->user, &device);
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS,
    .info = on_node_info,
};

static int on_property(void *data, uint32_t subject, const char *key, const char *type, const char *value) {
  struct hearsay_pw_object *object = data;
  struct hearsay_pw_connection *connection = object->connection;
  if (subject != PW_ID_CORE) return 0;
  if (key != NULL) {
    connection->events.default_changed(connection->user, key, value);
  } else {  // everything was cleared
    connection->events.default_changed(connection->user, "default.audio.source", NULL);
    connection->events.default_changed(connection->user, "default.audio.sink", NULL);
  }
  return 0;
}

static const struct pw_metadata_events metadata_events = {
    PW_VERSION_METADATA_EVENTS,
    .property = on_property,
};

static void bind_object(
    struct hearsay_pw_connection *connection, uint32_t id, const char *type, uint32_t version, const void *events,
    int is_defaults) {
  struct hearsay_pw_object *object = calloc(1, sizeof *object);
  if (object == NULL) return;
  object->proxy = pw_registry_bind(connection->registry, id, type, version, 0);
  if (object->proxy == NULL) {
    free(object);
    return;
  }
  object->connection = connection;
  object->id = id;
  object->is_defaults = is_defaults;
  pw_proxy_add_listener(object->proxy, &object->proxy_listener, &proxy_events, object);
  pw_proxy_add_object_listener(object->proxy, &object->object_listener, events, object);
  spa_list_append(&connection->objects, &object->link);
}

static void release(struct hearsay_pw_object *object) {
  spa_list_remove(&object->link);
  if (object->proxy != NULL) pw_proxy_destroy(object->proxy);
  free(object);
}

// MARK: Registry events

static void on_global(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
  struct hearsay_pw_connection *connection = data;
  if (strcmp(type, PW_TYPE_INTERFACE_Node) == 0) {
    if (is_device(lookup(properties, PW_KEY_MEDIA_CLASS))) {
      bind_object(connection, id, type, PW_VERSION_NODE, &node_events, 0);
    }
  } else if (strcmp(type, PW_TYPE_INTERFACE_Link) == 0) {
    const char *output = lookup(properties, PW_KEY_LINK_OUTPUT_NODE);
    const char *input = lookup(properties, PW_KEY_LINK_INPUT_NODE);
    if (output == NULL || input == NULL) return;
    connection->events.link_added(
        connection->user, id, (uint32_t)strtoul(output, NULL, 10), (uint32_t)strtoul(input, NULL, 10));
  } else if (strcmp(type, PW_TYPE_INTERFACE_Metadata) == 0) {
    const char *name = lookup(properties, PW_KEY_METADATA_NAME);
    if (name == NULL || strcmp(name, "default") != 0) return;
    bind_object(connection, id, type, PW_VERSION_METADATA, &metadata_events, 1);
    connection->events.defaults_present(connection->user, 1);
  }
}

static void on_global_remove(void *data, uint32_t id) {
  struct hearsay_pw_connection *connection = data;
  int is_defaults = 0;
  struct hearsay_pw_object *object, *next;
  spa_list_for_each_safe(object, next, &connection->objects, link) {
    if (object->id != id) continue;
    is_defaults |= object->is_defaults;
    release(object);
  }
  if (is_defaults) {
    connection->events.defaults_present(connection->user, 0);
  } else {
    connection->events.global_removed(connection->user, id);
  }
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS,
    .global = on_global,
    .global_remove = on_global_remove,
};

int hearsay_pw_registry_watch(struct hearsay_pw_connection *connection) {
  connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
  if (connection->registry == NULL) return -1;
  pw_registry_add_listener(connection->registry, &connection->registry_listener, &registry_events, connection);
  return 0;
}

void hearsay_pw_registry_forget(struct hearsay_pw_connection *connection) {
  struct hearsay_pw_object *object, *next;
  spa_list_for_each_safe(object, next, &connection->objects, link) release(object);
  if (connection->registry == NULL) return;
  spa_hook_remove(&connection->registry_listener);
  pw_proxy_destroy((struct pw_proxy *)connection->registry);
  connection->registry = NULL;
}

#endif
